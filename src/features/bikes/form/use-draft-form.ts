import { useEffect, useRef, useState } from 'react';
import type { FieldValue } from '#contract/drafts.ts';
import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { type Autosave, autosave } from '#src/drafts/autosave.ts';
import { watchDrafts } from '#src/drafts/draft-pause.ts';
import { createDraft, type WholeDraft } from '#src/drafts/drafts.ts';
import { fullSentence, isFull } from '#src/storage/storage-state.ts';
import { useViewer } from '#src/ui/viewer.ts';
import { type Consequences, consequencesOf } from './consequences.ts';
import { type FormFields, readOnly } from './form-fields.ts';

const none: readonly string[] = [];
const notKept = 'This could not be kept on this device. Do not close the page yet.';

/**
 * How the form's keeping stands: when it was last kept, whether something was typed since, or the sentence that says
 * why it was not kept.
 */
export type Keeping = { savedAt: number | null; behind: boolean; problem: string | null };

/** What else changed with the last change, and in which part of the form that was. */
export type Said = Pick<Consequences, 'part' | 'words'>;

/**
 * A form that keeps itself as it is typed. A new draft begins with the first input, not with the opening of the page.
 * @param draft the draft to go on with; null for a new one
 * @param made told the id of a draft that began here
 */
export function useDraftForm(userId: Id, draft: WholeDraft | null, made: (id: Id) => void) {
  const [id, setId] = useState<Id | null>(draft?.id ?? null);
  const [fields, setFields] = useState<Record<string, FieldValue>>(draft?.fields ?? {});
  const [validation, setValidation] = useState<Validation>({});
  const [keeping, setKeeping] = useState<Keeping>({
    savedAt: draft?.savedAt ?? null,
    behind: false,
    problem: null,
  });
  const [said, setSaid] = useState<Said>({ part: null, words: [] });
  const begun = useRef<Promise<Id> | null>(draft ? Promise.resolve(draft.id) : null);
  const keeper = useRef<Autosave | null>(null);

  const kept = (savedAt: number | null, error?: unknown) =>
    setKeeping((before) => ({
      savedAt: savedAt ?? before.savedAt,
      behind: keeper.current?.isBehind() ?? false,
      problem: error === undefined ? null : isFull(error) ? fullSentence : notKept,
    }));

  /** The draft's id; the draft begins now if it has not. */
  const begin = (): Promise<Id> => {
    begun.current ??= createDraft(userId).then(
      (fresh) => {
        setId(fresh);
        made(fresh);
        return fresh;
      },
      (error: unknown) => {
        begun.current = null;
        kept(null, error);
        throw error;
      },
    );
    return begun.current;
  };

  const change = (wanted: Record<string, FieldValue>) => {
    const { also, words, part } = consequencesOf(wanted, fields);
    const changes = { ...wanted, ...also };
    setSaid({ part, words });
    setFields((before) => ({ ...before, ...changes }));
    setValidation((before) => without(before, Object.keys(changes)));
    setKeeping((before) => ({ ...before, behind: true }));
    begin().then(
      (draftId) => {
        keeper.current ??= autosave(draftId, kept);
        keeper.current.change(changes);
      },
      // What was typed stays on the page, and the bar says that it is not kept.
      () => undefined,
    );
  };

  useEffect(watchDrafts, []);
  useEffect(
    () => () => {
      void keeper.current?.close();
      keeper.current = null;
    },
    [],
  );

  const form: FormFields = {
    ...readOnly(fields, useViewer().units),
    change,
    errors: (field) => validation[field] ?? none,
    isWrong: (field) => Object.keys(validation).some((path) => isUnder(path, field)),
  };
  return { form, id, begin, said, validation, setValidation, keeping };
}

const isUnder = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);

const without = (validation: Validation, fields: readonly string[]): Validation =>
  Object.fromEntries(Object.entries(validation).filter(([path]) => !fields.some((field) => isUnder(path, field))));
