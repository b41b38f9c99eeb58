import { useCallback, useRef, useState } from 'react';
import { type Id, newId } from '#contract/ids.ts';

const place = 'contact';
const names = ['topic', 'name', 'email', 'subject', 'message'] as const;
type Draft = { id: Id; fields: Partial<Record<string, string>> };

/** What this tab keeps; nothing where the browser keeps nothing, or somebody else wrote there. */
function recall(): Draft | null {
  try {
    const { id, fields } = JSON.parse(sessionStorage.getItem(place) ?? '') as Partial<Draft>;
    return typeof id === 'string' && fields ? { id, fields } : null;
  } catch {
    return null;
  }
}

function keep(draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(place, JSON.stringify(draft));
    else sessionStorage.removeItem(place);
  } catch {
    // A browser that keeps nothing still sends.
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controlsOf = (form: HTMLFormElement): Control[] =>
  names.map((name) => form.querySelector<Control>(`[name="${name}"]`)).filter((one) => one !== null);
const fieldsOf = (form: HTMLFormElement) =>
  Object.fromEntries(controlsOf(form).map(({ name, value }) => [name, value]));

/**
 * Keeps what is typed into a form in this tab, over a reload too, until it is sent. What is said has an id, which is
 * another as soon as it says something else: the same words are one message, however often they are sent.
 */
export function useContactDraft() {
  const [firstId] = useState(newId);
  const id = useRef(firstId);
  const note = useCallback((form: HTMLFormElement) => {
    id.current = newId();
    keep({ id: id.current, fields: fieldsOf(form) });
  }, []);
  /** Fills in what this tab keeps. */
  const restore = useCallback(
    (form: HTMLFormElement) => {
      const kept = recall();
      const fields = kept?.fields ?? {};
      const before = controlsOf(form);
      // Whatever was typed before the script came stays, and is kept from now on.
      for (const control of before) control.value ||= fields[control.name] ?? '';
      const same = before.every(({ name, value }) => value === (fields[name] ?? ''));
      if (!same) note(form);
      else if (kept) id.current = kept.id;
    },
    [note],
  );
  /** Forgets what was sent, unless something else was typed meanwhile. */
  const drop = (sent: Id) => {
    if (id.current === sent) keep(null);
  };
  return { id: () => id.current, note, restore, drop };
}
