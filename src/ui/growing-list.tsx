import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { t } from '#contract/texts.ts';
import { Button } from './button.tsx';
import { figure } from './format.ts';

interface GrowingListProps<T> {
  items: readonly T[];
  /** Number of items shown at first, and added by each press. */
  step?: number;
  /** Returns the list item of one. */
  children: (item: T) => ReactNode;
}

/** A list that shows its first items, and more at each press. The focus then is on the first new one. */
export function GrowingList<T>({ items, step = 50, children }: GrowingListProps<T>) {
  const [shown, setShown] = useState(step);
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const added = shown > step && list.current?.children[shown - step];
    if (!(added instanceof HTMLElement)) return;
    added.tabIndex = -1;
    added.focus({ preventScroll: true });
  }, [shown, step]);
  const left = items.length - shown;
  return (
    <>
      <ol ref={list}>{items.slice(0, shown).map(children)}</ol>
      {left > 0 && (
        <Button look="quiet" onClick={() => setShown(shown + step)}>
          {t`Show ${figure(Math.min(step, left))} of ${figure(left)} more`}
        </Button>
      )}
    </>
  );
}
