import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { noteStep } from '#src/features/drafts/drafts.ts';
import { useBackOnce } from '#src/ui/use-back-once.ts';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';

/** Steps of a new bike on a phone; the address names the current one in its fragment. */
export const formSteps = ['photos', 'bike', 'gears', 'publish'] as const;
export type FormStep = (typeof formSteps)[number];

/** State of a step's entry in the browser's history. */
export interface StepState {
  /** Location key of the form's first entry. */
  visit: string;
  /** Whether the entry before is the form's, too. */
  isInside?: boolean;
}

const wide = '(min-width: 768px)';
function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the whole form fits on one page, with the card beside it. */
const useIsWide = (): boolean => useBrowserValue(() => matchMedia(wide).matches, true, watchWidth);

const sectionOf = (element: Element | null | undefined) => element?.closest<HTMLElement>('[data-step]');

/**
 * Shows the form step by step. Each step is an entry of the browser's history, so Back returns to the one before. The
 * focus goes to the new step's heading, or to the brand if that is still to be typed.
 * @param hasSteps false for a form on one page
 * @param id id of the draft, once there is one
 * @param lastStep the step at which the draft was left
 */
export function useSteps(
  element: RefObject<HTMLElement | null>,
  hasSteps: boolean,
  id: Id | null,
  lastStep: string | undefined,
) {
  const isWide = useIsWide();
  const { key, pathname, search, hash, state } = useLocation();
  const how = useNavigationType();
  const navigate = useNavigate();
  const goBack = useBackOnce();
  const inside = state as StepState | null;
  const step = formSteps.find((name) => hash === `#${name}`) ?? 'photos';
  const isOn = hasSteps && !isWide;
  const at = formSteps.indexOf(step);
  const shown = useRef(step);
  const wanted = useRef<HTMLElement | null>(null);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const target = wanted.current;
    wanted.current = null;
    if (!isOn) return;
    scrollTo(0, 0);
    if (target) return target.focus();
    const section = element.current?.querySelector(`[data-step="${step}"]`);
    const brand = how === NavigationType.Push && section?.querySelector<HTMLInputElement>('[name="brand"]');
    if (brand && !brand.value) brand.focus({ preventScroll: true });
    else section?.querySelector('h2')?.focus({ preventScroll: true });
  }, [step, isOn, how, element]);

  const hasResumed = useRef(false);
  const resume = useEffectEvent(() => {
    hasResumed.current = true;
    if (lastStep && lastStep !== step && !hash)
      void navigate({ pathname, search, hash: lastStep }, { replace: true, state });
  });
  useEffect(() => {
    if (!isOn || !id) return;
    if (!hasResumed.current) resume();
    else void noteStep(id, step).catch(() => undefined);
  }, [isOn, id, step]);

  const go = (to: FormStep) => {
    // A second press before the step is shown.
    if (location.hash === `#${to}`) return;
    void navigate({ pathname, search, hash: to }, { state: { visit: inside?.visit ?? key, isInside: true } });
  };
  return {
    /** Whether only one step is shown. */
    isOn,
    isWide,
    step,
    /** Counted from 1. */
    number: at + 1,
    /** Whether a step is out of sight. */
    hides: (name: FormStep) => isOn && name !== step,
    next: () => go(formSteps[at + 1] ?? 'publish'),
    back() {
      if (inside?.isInside) goBack();
      else void navigate({ pathname, search, hash: formSteps[at - 1] ?? '' }, { replace: true, state });
    },
    /** Moves the focus to an element of the form, and to its step first. */
    show(target: HTMLElement | null | undefined) {
      const its = sectionOf(target)?.dataset.step as FormStep | undefined;
      if (target && its && isOn && its !== step) {
        wanted.current = target;
        go(its);
      } else target?.focus();
    },
  };
}
export type Steps = ReturnType<typeof useSteps>;
