import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formParts } from '#contract/bike-fields.ts';
import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { many, t } from '#contract/texts.ts';
import { useBrands } from '#src/features/bikes/brands.queries.ts';
import { useDraft } from '#src/features/drafts/drafts.queries.ts';
import { confirmValues, createDraft, type WholeDraft } from '#src/features/drafts/drafts.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import type { Elements } from '#src/ui/elements.ts';
import { Note } from '#src/ui/note.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import styles from './bike-form.module.css';
import { hasWrongDetail, MoreFields, SaidText } from './detail-fields.tsx';
import { DraftGone } from './draft-gone.tsx';
import { completeness, stillNeeded } from './filled.ts';
import { Progress, SavingText, StepBar } from './form-bar.tsx';
import { giveFocusBack, goToPart } from './form-focus.ts';
import { FormSection } from './form-section.tsx';
import { GearsField } from './gears-field.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { LiveCard } from './live-card.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { hasPhotoProblem } from './photo-problems.ts';
import { StillNeeded } from './still-needed.tsx';
import { ToCheck, UncheckedDialog, uncheckedIn } from './to-check.tsx';
import { useDraftForm } from './use-draft-form.ts';
import { usePickedPhotos } from './use-picked-photos.ts';
import { usePublish } from './use-publish.ts';
import { useSharedPhotos } from './use-shared-photos.ts';
import { useSteps } from './use-steps.ts';

interface BikeFormProps {
  title: string;
  userId: Id;
  /** Draft to edit; null for a new one. */
  draft: WholeDraft | null;
  /** Called with the id when a draft is created. */
  onMade: (id: Id) => void;
  /** Called when the bike has been queued. */
  onPublished: (id: Id) => void;
  /** Notes under the title. */
  children?: Elements;
}

/** Publish appears where Next was: within this time a second press is still meant for Next. */
const doublePressMs = 500;

/** Returns the first invalid control in document order. */
const firstBad = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-invalid], [aria-invalid="true"]');

/** Label of the submit button. A change to a bike that is not public is saved, not published. */
function publishText(draft: WholeDraft | null): string {
  if (!draft?.ofPublished) return t`Publish`;
  return draft.ofStatus ? t`Save changes` : t`Publish changes`;
}

/** Number of invalid fields; gears are one of them. */
const countWrong = (validation: Validation): number =>
  new Set(
    Object.keys(validation)
      .filter((field) => !field.startsWith('photos.'))
      .map((field) => (field === 'rearGear' ? 'drivetrain' : field)),
  ).size;

/**
 * Form for a bike. Saves a draft while the member types, also offline, until the bike is published. A new bike is added
 * step by step on a phone; everywhere else the form is one page.
 */
export function BikeForm({ title, userId, draft, onMade, onPublished, children }: BikeFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const neededId = useId();
  const nextAt = useRef(Number.NEGATIVE_INFINITY);
  const { user } = useSession();
  const {
    form,
    id,
    begin,
    said,
    validation,
    setValidation,
    keeping: saving,
  } = useDraftForm(() => createDraft(userId), draft, onMade);
  const live = useDraft(id);
  const [seen, setSeen] = useState(draft !== null);
  const picked = usePickedPhotos(begin);
  useSharedPhotos(draft, picked);
  const brands = useBrands();
  const [refusals, setRefusals] = useState(0);
  const [asking, setAsking] = useState(false);
  const [hadWrongDetail, setHadWrongDetail] = useState(false);
  const isNew = !draft?.ofPublished;
  const steps = useSteps(element, isNew, id, draft?.step);
  const refuse = (wrong: Validation) => {
    setValidation(wrong);
    setRefusals((count) => count + 1);
  };
  const { busy, problem, run } = usePublish(id, isNew ? 'AddBike' : 'EditBike', refuse, () => {
    if (id) onPublished(id);
  });
  const showBad = useEffectEvent(() => steps.show(firstBad(element.current)));
  useEffect(() => {
    if (refusals > 0) showBad();
  }, [refusals]);
  useEffect(() => {
    giveFocusBack(element.current);
    goToPart(element.current, location.hash.slice(1));
  }, []);

  const photos = (live?.id === id ? live.photos : draft?.photos) ?? [];
  if (photos.length > 0 && validation.photos) setValidation(({ photos: _, ...rest }) => rest);

  if (live && live.id === id && !seen) setSeen(true);
  // Stays when it is corrected, so that the field does not vanish while the member types.
  if (!hadWrongDetail && hasWrongDetail(form)) setHadWrongDetail(true);
  const isSending = live?.id === id && live?.state === 'sending';
  if (!busy && id && ((seen && live === null) || isSending)) {
    return (
      <>
        <PageHead title={title} />
        {children}
        <DraftGone id={id} waiting={isSending} />
      </>
    );
  }

  const wrong = countWrong(validation) + (refusals > 0 ? photos.filter(hasPhotoProblem).length : 0);
  const savedHere = live?.id === id ? live.savedAt : null;
  const savedAt = savedHere !== null && saving.savedAt !== null ? Math.max(savedHere, saving.savedAt) : saving.savedAt;
  const saved = { ...saving, savedAt: savedAt ?? savedHere };
  const unchecked = uncheckedIn((live?.id === id ? live.toCheck : draft?.toCheck) ?? [], form);
  const isPending = picked.pending.length > 0;
  const needed = stillNeeded(form, photos.length + picked.pending.length);
  const { complete, of } = completeness(form, photos.length);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (steps.isOn && steps.step !== 'publish') {
      nextAt.current = event.timeStamp;
      steps.next();
    } else if (needed.length === 0 && !isPending && event.timeStamp - nextAt.current > doublePressMs) {
      if (unchecked.length > 0) setAsking(true);
      else void run();
    }
  };
  const controlOf = (name: string) => element.current?.querySelector<HTMLElement>(`[name="${name}"]`);
  /** In a step, Enter leads to what it still needs, then to the next step. */
  const enter = (event: KeyboardEvent) => {
    if (!steps.isOn || event.key !== 'Enter' || event.defaultPrevented) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const { name } = event.target;
    if (steps.step !== 'bike') return;
    const open = needed.find(({ control }) => control !== name && ['brand', 'model', 'category'].includes(control));
    if (open) controlOf(open.control)?.focus();
    else steps.next();
  };
  const publish = (
    <Button
      type="submit"
      look="badge"
      busy={busy || isPending}
      aria-disabled={needed.length > 0}
      aria-describedby={needed.length > 0 ? neededId : undefined}
    >
      {publishText(draft)}
    </Button>
  );
  const readyText = steps.isOn
    ? t`Frame, wheels, parts and story can come later.`
    : isNew
      ? t`Ready to publish. You can add the rest later.`
      : '';
  const state = (
    <StillNeeded id={neededId} needed={needed} ready={readyText} onShow={(name) => steps.show(controlOf(name))} />
  );
  const card = <LiveCard form={form} brands={brands} cover={photos[0]} owner={user?.username ?? ''} />;
  return (
    <div className={classNames(styles.page, steps.isOn && styles.inSteps)}>
      <div className={styles.lead}>
        <PageHead title={title} />
        {children}
      </div>
      <form ref={element} className={styles.form} noValidate onSubmit={submit} onKeyDown={enter}>
        <div className={styles.main}>
          {steps.isOn && <Progress steps={steps} saving={saved} />}
          <ToCheck values={unchecked} onRight={(names) => id && void confirmValues(id, names)} />
          <PhotoPicker
            form={form}
            draftId={id}
            photos={photos}
            picked={picked}
            data-step="photos"
            hidden={steps.hides('photos')}
          />
          <FormSection title={formParts.bike} data-part="bike" data-step="bike" hidden={steps.hides('bike')}>
            <IdentityFields form={form} brands={brands} />
            <SaidText part="bike" said={said} />
          </FormSection>
          <FormSection title={formParts.gears} data-part="gears" data-step="gears" hidden={steps.hides('gears')}>
            <p className="quiet">
              {steps.isOn ? t`Chainrings × sprockets. Tap one to go on.` : t`Chainrings × sprockets.`}
            </p>
            <GearsField form={form} onDone={steps.isOn ? steps.next : undefined} />
            <SaidText part="gears" said={said} />
          </FormSection>
          {steps.isOn && (
            <section className={styles.part} data-step="publish" hidden={steps.hides('publish')}>
              <h2 className="heading" tabIndex={-1}>
                {needed.length > 0 ? t`Almost there` : t`Ready to publish`}
              </h2>
              <p className="quiet">This is how everyone will see it.</p>
              {card}
              {state}
            </section>
          )}
          {(!steps.isOn || hadWrongDetail) && (
            <MoreFields
              form={form}
              photos={photos}
              said={said}
              isNew={isNew}
              data-step="publish"
              hidden={steps.hides('publish')}
            />
          )}
          {!steps.isOn && <p className="quiet small">{t`${complete} of ${of} complete.`}</p>}
          {wrong > 0 && (
            <Note state="failed" role="alert">
              {many(wrong)`# field needs another look.|# fields need another look.`}
            </Note>
          )}
          {problem && (
            <Note state="failed" role="alert">
              {problem}
            </Note>
          )}
          {!steps.isWide && !isNew && needed.length > 0 && state}
        </div>
        {steps.isWide && (
          <aside className={styles.side} aria-label="Preview">
            {card}
            {publish}
            {state}
            <SavingText saving={saved} />
          </aside>
        )}
        {steps.isOn && (
          <StepBar steps={steps} skips={photos.length === 0 && !isPending}>
            {publish}
          </StepBar>
        )}
        {!steps.isWide && !isNew && (
          <div className={styles.bar} data-bottom-bar>
            <SavingText saving={saved} />
            {publish}
          </div>
        )}
      </form>
      {asking && (
        <UncheckedDialog
          values={unchecked}
          onPublish={() => {
            setAsking(false);
            void run();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
