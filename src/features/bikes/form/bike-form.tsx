import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { counted } from '#src/ui/format.ts';
import { listed } from '#src/ui/listed.ts';
import { Note } from '#src/ui/note.tsx';
import type { WholeDraft } from '../drafts/drafts.ts';
import styles from './bike-form.module.css';
import { DetailFields } from './detail-fields.tsx';
import { DraftGone } from './draft-gone.tsx';
import { useBrands, useDraft } from './drafts.queries.ts';
import { completeness } from './filled.ts';
import { FormBar } from './form-bar.tsx';
import { giveFocusBack, goToPart } from './form-focus.ts';
import { IdentityFields } from './identity-fields.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { hasPhotoProblem } from './photo-problems.ts';
import { useDraftForm } from './use-draft-form.ts';
import { usePickedPhotos } from './use-picked-photos.ts';
import { usePublish } from './use-publish.ts';

interface BikeFormProps {
  userId: Id;
  /** Draft to edit; null for a new one. */
  draft: WholeDraft | null;
  /** Called with the id when a draft is created. */
  onMade: (id: Id) => void;
  /** Called when the bike has been queued. */
  onPublished: (id: Id) => void;
}

/** Returns the first invalid control in document order. */
const firstBad = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-invalid], [aria-invalid="true"]');

/** Says what is missing to publish, and how complete the bike is. */
const completenessWords = ({ missing, complete, of }: ReturnType<typeof completeness>): string =>
  `${missing.length > 0 ? `To publish: ${listed(missing)}.` : 'Ready to publish.'} ${complete} of ${of} complete.`;

/** Label of the submit button. A change to a bike that is not public is saved, not published. */
function publishWords(draft: WholeDraft | null): string {
  if (!draft?.ofPublished) return 'Publish';
  return draft.ofStatus ? 'Save changes' : 'Publish changes';
}

/** Form for a bike. Saves a draft while the member types, also offline, until the bike is published. */
export function BikeForm({ userId, draft, onMade, onPublished }: BikeFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { form, id, begin, said, validation, setValidation, keeping } = useDraftForm(userId, draft, onMade);
  const live = useDraft(id);
  const [seen, setSeen] = useState(draft !== null);
  const picked = usePickedPhotos(begin);
  const brands = useBrands();
  const [refusals, setRefusals] = useState(0);
  const refuse = (wrong: Validation) => {
    setValidation(wrong);
    setRefusals((count) => count + 1);
  };
  const { busy, problem, run } = usePublish(id, draft?.ofPublished ? 'EditBike' : 'AddBike', refuse, () => {
    if (id) onPublished(id);
  });
  useEffect(() => {
    if (refusals > 0) firstBad(element.current)?.focus();
  }, [refusals]);
  useEffect(() => {
    giveFocusBack(element.current);
    goToPart(element.current, location.hash.slice(1));
  }, []);

  const photos = (live?.id === id ? live.photos : draft?.photos) ?? [];
  if (photos.length > 0 && validation.photos) setValidation(({ photos: _, ...rest }) => rest);

  if (live && live.id === id && !seen) setSeen(true);
  if (!busy && id && seen && live === null) return <DraftGone id={id} />;
  if (!busy && id && live?.state === 'sending') return <DraftGone id={id} waiting />;

  const named = Object.keys(validation).filter((field) => !field.startsWith('photos.')).length;
  const wrong = named + (refusals > 0 ? photos.filter(hasPhotoProblem).length : 0);
  const savedAt =
    live?.id === id && keeping.savedAt !== null ? Math.max(live.savedAt, keeping.savedAt) : keeping.savedAt;
  const publish = (event: FormEvent) => {
    event.preventDefault();
    if (picked.coming.length === 0) void run();
  };
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={publish}>
      <PhotoPicker form={form} draftId={id} photos={photos} picked={picked} />
      <IdentityFields form={form} brands={brands} />
      <DetailFields form={form} photos={photos} said={said} />
      <p className="quiet small">{completenessWords(completeness(form, photos.length))}</p>
      {wrong > 0 && (
        <Note state="failed" role="alert">
          {counted(wrong, 'field needs', { many: 'fields need' })} another look. Nothing is lost.
        </Note>
      )}
      {problem && (
        <Note state="failed" role="alert">
          {problem}
        </Note>
      )}
      <FormBar
        keeping={{ ...keeping, savedAt: savedAt ?? (live?.id === id ? live.savedAt : null) }}
        busy={busy || picked.coming.length > 0}
        words={publishWords(draft)}
      />
    </form>
  );
}
