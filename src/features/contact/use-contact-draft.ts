import { useCallback, useRef, useState } from 'react';
import { type Id, newId } from '#contract/ids.ts';
import { keepUnfinished, unfinished, visitor } from '#src/lib/unfinished.ts';

const keyOf = (author: Id | null) => `contact:${author ?? visitor}`;
const names = ['topic', 'name', 'email', 'subject', 'message'] as const;
type Draft = { id: Id; fields: Partial<Record<string, string>> };

/** Reads an author's draft from this tab's storage; null if there is none or it cannot be read. */
function readDraft(author: Id | null): Draft | null {
  try {
    const { id, fields } = JSON.parse(unfinished(keyOf(author))) as Partial<Draft>;
    return typeof id === 'string' && fields ? { id, fields } : null;
  } catch {
    return null;
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controlsOf = (form: HTMLFormElement): Control[] =>
  names.map((name) => form.querySelector<Control>(`[name="${name}"]`)).filter((one) => one !== null);
const fieldsOf = (form: HTMLFormElement) =>
  Object.fromEntries(controlsOf(form).map(({ name, value }) => [name, value]));

/**
 * Keeps the typed message in this tab's storage until it is sent or its author signs out. The message id changes with
 * every input, so it serves as idempotency key: sending the same text twice creates one message.
 * @param author the logged-in member, null for a visitor; undefined while unknown
 */
export function useContactDraft(author: Id | null | undefined) {
  const [firstId] = useState(newId);
  const id = useRef(firstId);
  const typist = useRef(author);
  const note = useCallback(
    (form: HTMLFormElement) => {
      id.current = newId();
      if (author !== undefined)
        keepUnfinished(keyOf(author), JSON.stringify({ id: id.current, fields: fieldsOf(form) }));
    },
    [author],
  );
  /** Fills in the author's stored draft. */
  const restore = useCallback(
    (form: HTMLFormElement) => {
      if (author === undefined) return;
      // The typed text belongs to an author who has signed out or in since.
      if (typist.current !== undefined && typist.current !== author) form.reset();
      typist.current = author;
      const stored = readDraft(author);
      const fields = stored?.fields ?? {};
      const before = controlsOf(form);
      // Text typed before hydration takes precedence and is stored from now on.
      for (const control of before) control.value ||= fields[control.name] ?? '';
      const same = before.every(({ name, value }) => value === (fields[name] ?? ''));
      if (!same) note(form);
      else id.current = stored?.id ?? newId();
    },
    [author, note],
  );
  /** Deletes the stored draft unless it changed after sending. */
  const drop = (sent: Id) => {
    if (id.current === sent && author !== undefined) keepUnfinished(keyOf(author), '');
  };
  return { id: () => id.current, note, restore, drop };
}
