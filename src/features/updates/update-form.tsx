import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Bike } from '#contract/bike-whole.ts';
import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { useResult } from '#src/actions/use-result.ts';
import styles from '#src/features/bike-form/bike-form.module.css';
import { ChangedParts } from '#src/features/bike-form/changed-parts.tsx';
import { SavingText } from '#src/features/bike-form/form-bar.tsx';
import { FormSection } from '#src/features/bike-form/form-section.tsx';
import { today } from '#src/features/bike-form/history-field.tsx';
import { PhotoPicker } from '#src/features/bike-form/photo-picker.tsx';
import { useDraftForm } from '#src/features/bike-form/use-draft-form.ts';
import { usePickedPhotos } from '#src/features/bike-form/use-picked-photos.ts';
import { useDraft } from '#src/features/drafts/drafts.queries.ts';
import type { WholeDraft } from '#src/features/drafts/drafts.ts';
import { ApiFailure, ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { checkUpdate, createUpdateDraft, postUpdate } from './post-update.ts';
import own from './update-form.module.css';
import { postUpdateMutation } from './updates.mutations.ts';

interface UpdateFormProps {
  bike: Bike;
  userId: Id;
  /** Draft to go on with; null for a new update. */
  draft: WholeDraft | null;
  /** Called when the update has been queued. */
  onPosted: (id: Id) => void;
}

/** Posts the draft. @param refuse called with the validation errors */
function usePost(bike: Bike, refuse: (validation: Validation) => void, done: (id: Id) => void) {
  const result = useResult(postUpdateMutation.action);
  const run = async (id: Id | null) => {
    if (!id) return refuse(checkUpdate({ fields: { date: today() }, photos: [] }).validation ?? {});
    try {
      await postUpdate(bike, id);
      done(id);
    } catch (cause) {
      if (cause instanceof ApiFailure && cause.kind === 'validation') refuse(cause.validation);
      else ignoreApiFailure(cause);
    }
  };
  const busy = isUnderWay(result) || result.successful === true;
  return { busy, problem: result.error?.message ?? null, run };
}

/** Form for an update of a bike. Saves a draft on this device while the member types. */
export function UpdateForm({ bike, userId, draft, onPosted }: UpdateFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [day] = useState(() => today());
  const create = () => createUpdateDraft(userId, bike.id, { date: day });
  const { form, fields, id, begin, setValidation, keeping } = useDraftForm(create, draft, () => undefined);
  const live = useDraft(id);
  const picked = usePickedPhotos(begin);
  const [refusals, setRefusals] = useState(0);
  const refuse = (wrong: Validation) => {
    setValidation(wrong);
    setRefusals((count) => count + 1);
  };
  const { busy, problem, run } = usePost(bike, refuse, onPosted);
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const photos = (live?.id === id ? live?.photos : draft?.photos) ?? [];
  const changes = Array.isArray(fields.componentChanges) ? fields.componentChanges : [];
  const typing = (field: string) => ({
    value: form.text(field),
    onChange: (event: { target: { value: string } }) => form.change({ [field]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (picked.pending.length === 0 && !busy) void run(id);
  };
  return (
    <form ref={element} className={classNames(styles.main, own.form)} noValidate onSubmit={submit}>
      <FormSection title={t`What's new`}>
        <Field label="What happened" errors={form.errors('title')}>
          <TextInput {...typing('title')} autoComplete="off" placeholder={t`New wheels`} />
        </Field>
        <Field label="More about it" optional errors={form.errors('text')}>
          <TextArea {...typing('text')} rows={4} />
        </Field>
        <Field label="Day" errors={form.errors('date')}>
          <TextInput {...typing('date')} value={fields.date === undefined ? day : form.text('date')} type="date" />
        </Field>
      </FormSection>
      <PhotoPicker form={form} draftId={id} photos={photos} picked={picked} ofUpdate />
      <FormSection title="Parts changed" about={t`Your parts list is updated too.`}>
        <ChangedParts
          rows={changes}
          parts={bike.components}
          errors={(field) => form.errors(`componentChanges.${field}`)}
          onChange={(componentChanges) => form.change({ componentChanges })}
        />
      </FormSection>
      {problem && (
        <Note state="failed" role="alert">
          {problem}
        </Note>
      )}
      <div className={own.foot} data-bottom-bar>
        <SavingText saving={{ ...keeping, savedAt: keeping.savedAt ?? live?.savedAt ?? null }} />
        <Button type="submit" busy={busy} aria-disabled={picked.pending.length > 0}>
          {draft?.update?.isPosted ? t`Save changes` : t`Post update`}
        </Button>
      </div>
    </form>
  );
}
