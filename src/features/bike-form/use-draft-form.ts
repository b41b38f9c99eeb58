import { useEffect, useRef, useState } from 'react';
import type { FieldValue } from '#contract/drafts.ts';
import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { type Autosave, autosave } from '#src/features/drafts/autosave.ts';
import type { WholeDraft } from '#src/features/drafts/drafts.ts';
import { watchDrafts } from '#src/features/drafts/watch-drafts.ts';
import { fullSentence, isFull } from '#src/storage/storage-state.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { type Consequences, consequencesOf } from './consequences.ts';
import { type FormFields, readOnly } from './form-fields.ts';

const none: readonly string[] = [];
const notSaved = t`This couldn’t be saved on this device. Don’t close the page yet.`;

/** Save state of the form: when it was last saved, whether there are unsaved changes, and the error, if any. */
export type Saving = { savedAt: number | null; behind: boolean; problem: string | null };

/** Messages about further changes, and the section where the change was made. */
export type Said = Pick<Consequences, 'part' | 'texts'>;

/**
 * Form state with autosave. A new draft is created on the first input, not when the page opens.
 * @param draft draft to edit; null for a new one
 * @param create creates the draft
 * @param made called with the id of a newly created draft
 */
export function useDraftForm(create: () => Promise<Id>, draft: WholeDraft | null, made: (id: Id) => void) {
  const [id, setId] = useState<Id | null>(draft?.id ?? null);
  const [fields, setFields] = useState<Record<string, FieldValue>>(draft?.fields ?? {});
  const [validation, setValidation] = useState<Validation>({});
  const [saving, setSaving] = useState<Saving>({
    savedAt: draft?.savedAt ?? null,
    behind: false,
    problem: null,
  });
  const [said, setSaid] = useState<Said>({ part: null, texts: [] });
  const begun = useRef<Promise<Id> | null>(draft ? Promise.resolve(draft.id) : null);
  const keeper = useRef<Autosave | null>(null);

  const reportSaved = (savedAt: number | null, error?: unknown) =>
    setSaving((before) => ({
      savedAt: savedAt ?? before.savedAt,
      behind: keeper.current?.isBehind() ?? false,
      problem: error === undefined ? null : isFull(error) ? fullSentence : notSaved,
    }));

  /** Returns the draft's id; creates the draft if necessary. */
  const begin = (): Promise<Id> => {
    begun.current ??= create().then(
      (fresh) => {
        setId(fresh);
        made(fresh);
        return fresh;
      },
      (error: unknown) => {
        begun.current = null;
        reportSaved(null, error);
        throw error;
      },
    );
    return begun.current;
  };

  const change = (wanted: Record<string, FieldValue>) => {
    const { also, texts, part } = consequencesOf(wanted, fields);
    const changes = { ...wanted, ...also };
    setSaid({ part, texts });
    setFields((before) => ({ ...before, ...changes }));
    setValidation((before) => without(before, Object.keys(changes)));
    setSaving((before) => ({ ...before, behind: true }));
    begin().then(
      (draftId) => {
        keeper.current ??= autosave(draftId, reportSaved);
        keeper.current.change(changes);
      },
      // The input stays on the page, and the bar reports that it is not saved.
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
    ...readOnly(fields, useDisplayPreferences().units),
    change,
    errors: (field) => validation[field] ?? none,
    isWrong: (field) => Object.keys(validation).some((path) => isUnder(path, field)),
  };
  return { form, fields, id, begin, said, validation, setValidation, keeping: saving };
}

const isUnder = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);

const without = (validation: Validation, fields: readonly string[]): Validation =>
  Object.fromEntries(Object.entries(validation).filter(([path]) => !fields.some((field) => isUnder(path, field))));
