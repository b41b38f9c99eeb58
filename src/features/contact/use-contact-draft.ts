import { useCallback, useRef, useState } from 'react';
import { type Id, newId } from '#contract/ids.ts';
import { keepUnfinished, unfinished, visitor } from '#src/lib/unfinished.ts';

const keyOf = (author: Id | null) => `contact:${author ?? visitor}`;
const names = ['topic', 'name', 'email', 'subject', 'message'] as const;
type Draft = { id: Id; fields: Partial<Record<string, string>> };

/** What this tab keeps of an author; nothing where the browser keeps nothing, or somebody else wrote there. */
function recall(author: Id | null): Draft | null {
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
 * Keeps what is typed into a form in this tab, over a reload too, until it is sent or its author signs out. What is said
 * has an id, which is another as soon as it says something else: the same words are one message, however often they are
 * sent.
 * @param author who is logged in, null for a visitor; undefined until that is known
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
  /** Fills in what this tab keeps of the author. */
  const restore = useCallback(
    (form: HTMLFormElement) => {
      if (author === undefined) return;
      // What stands there was typed by somebody who has gone, or has come since.
      if (typist.current !== undefined && typist.current !== author) form.reset();
      typist.current = author;
      const kept = recall(author);
      const fields = kept?.fields ?? {};
      const before = controlsOf(form);
      // Whatever was typed before the script came stays, and is kept from now on.
      for (const control of before) control.value ||= fields[control.name] ?? '';
      const same = before.every(({ name, value }) => value === (fields[name] ?? ''));
      if (!same) note(form);
      else id.current = kept?.id ?? newId();
    },
    [author, note],
  );
  /** Forgets what was sent, unless something else was typed meanwhile. */
  const drop = (sent: Id) => {
    if (id.current === sent && author !== undefined) keepUnfinished(keyOf(author), '');
  };
  return { id: () => id.current, note, restore, drop };
}
