import { type FormEvent, useRef } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import { disciplines } from '#contract/bike-options.ts';
import { disciplineLabel } from '#contract/option-labels.ts';
import { type Discipline, type ProfilePart, profileLimits, profileParts } from '#contract/profile.ts';
import { lengthOf } from '#contract/text.ts';
import { many, t } from '#contract/texts.ts';
import { newMemberDays } from '#contract/trust.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';
import { Button } from '#src/ui/button.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { dayOf } from '#src/ui/format.ts';
import { Section } from '#src/ui/section.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { LinksField } from './links-field.tsx';
import { LocationFields } from './location-fields.tsx';
import { PartState } from './part-state.tsx';
import { PictureField } from './picture-field.tsx';
import styles from './profile.module.css';
import type { OwnProfile } from './profile.queries.ts';
import { ProfilePreview } from './profile-preview.tsx';
import { useProfileForm } from './use-profile-form.ts';

/** Form for the public profile, with a preview. */
export function ProfileForm({ user, profile }: { user: AuthUser; profile: OwnProfile }) {
  const { shown, site, waiting } = profile;
  const { values, changed, change, save, busy, problem, validation } = useProfileForm(user.id, profile);
  const preferences = useDisplayPreferences();
  const form = useRef<HTMLFormElement>(null);
  const errors = (path: string) => validation[path] ?? [];
  const state = (part: ProfilePart) => <PartState part={part} site={site} waiting={waiting[part]} />;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !changed || !(await save())) return;
    // Waits until the errors are rendered.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const linksFrom = shown.linksFrom && dayOf(new Date(shown.linksFrom), new Date(), preferences);
  const linksHint = linksFrom
    ? many(
        newMemberDays,
      )`Your links appear on ${linksFrom}, # day after you joined.|Your links appear on ${linksFrom}, # days after you joined.`
    : undefined;
  const left = profileLimits.text - lengthOf(values.text);
  const saved = !changed && profileParts.some((part) => waiting[part]);
  return (
    <>
      <Section title="How others see it">
        <ProfilePreview username={user.username} profile={{ ...shown, ...values }} />
        <div className={styles.pictures}>
          <PictureField userId={user.id} name="avatar" shown={shown.avatarImage} waiting={waiting.avatar} />
          <PictureField userId={user.id} name="banner" shown={shown.bannerImage} waiting={waiting.banner} />
        </div>
      </Section>
      <Section title="About you">
        <form ref={form} className={styles.form} noValidate method="post" onSubmit={(event) => void submit(event)}>
          <Field label="Discipline" optional errors={errors('discipline')}>
            <Select
              name="discipline"
              empty={t`Prefer not to say`}
              options={disciplines.map((value) => ({ value, label: disciplineLabel(value) }))}
              value={values.discipline}
              onChange={(event) => change('discipline', event.target.value as Discipline)}
            />
          </Field>
          {state('discipline')}
          <LocationFields location={values.location} onChange={(location) => change('location', location)} />
          {state('location')}
          <Field
            label="A few words"
            optional
            hint={
              left < 100
                ? many(left)`# character left|# characters left`
                : t`Tell others about yourself. Web addresses become links.`
            }
            errors={errors('text')}
          >
            <TextArea
              name="text"
              rows={4}
              value={values.text}
              onChange={(event) => change('text', event.target.value)}
            />
          </Field>
          {state('text')}
          <LinksField
            links={values.links}
            hint={linksHint}
            errors={errors}
            onChange={(links) => change('links', links)}
          />
          {state('links')}
          <div className={styles.bar}>
            <Button type="submit" busy={busy} aria-disabled={!changed || undefined}>
              Save
            </Button>
            <div role="status">
              {problem && <TrailMark state="failed">{problem}</TrailMark>}
              {saved && !isMemoryOnly() && <TrailMark state="saved">Saved on this device</TrailMark>}
              {changed && !problem && <span className="quiet small">Not saved yet</span>}
            </div>
          </div>
        </form>
      </Section>
    </>
  );
}
