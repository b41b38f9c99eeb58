import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { PreferenceName } from '#contract/user-preferences.ts';
import { failureFrom } from '#src/ground/failure.ts';
import type { Chosen } from '#src/offline/writes/preference-rows.ts';
import { Section } from '#src/ui/section.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { AlertPreferences } from './alert-preferences.tsx';
import { chooseForMember } from './preferences.actions.ts';
import { type PreferencesHere, usePreferences } from './preferences.queries.ts';
import { PreferencesForm } from './preferences-form.tsx';
import { TwoDevices } from './two-devices.tsx';

/** What a member chooses for all of their devices, and what two of these chose differently. */
export function MemberPreferences({ userId }: { userId: Id }) {
  const here = usePreferences(userId);
  const [pending, setPending] = useState<Chosen>({});
  /** What was here when something was chosen last; null before. Nothing is said of a choice until it is kept. */
  const [before, setBefore] = useState<PreferencesHere | null | undefined>(null);
  const attempt = async (work: Promise<void>) => {
    setBefore(here);
    await work.catch((cause: unknown) => showToast({ words: failureFrom(cause).message, alert: true }));
    setPending({});
  };
  const choose = (name: PreferenceName, value: string) => {
    setPending((others) => ({ ...others, [name]: value }));
    void attempt(chooseForMember(userId, name, value));
  };
  return (
    <>
      {here?.apart.map((apart) => (
        <TwoDevices key={apart.name} userId={userId} apart={apart} onChoose={(work) => void attempt(work)} />
      ))}
      <PreferencesForm onChoose={choose} />
      <Section title="Alerts">
        <AlertPreferences chosen={{ ...here?.chosen, ...pending }} onChoose={choose} />
      </Section>
      <div role="status">
        {before !== null && here && here !== before && here.apart.length === 0 && (
          <TrailMark state={here.waiting ? 'waiting' : 'saved'}>
            {here.waiting
              ? 'Kept on this device. Your other devices follow when there is signal.'
              : 'Kept for all your devices'}
          </TrailMark>
        )}
      </div>
    </>
  );
}
