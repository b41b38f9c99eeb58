import type { Id } from '#contract/ids.ts';
import { followingPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Elements } from '#src/ui/elements.ts';
import { NavRow } from '#src/ui/nav-row.tsx';
import { Section } from '#src/ui/section.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { AlertPreferences } from './alert-preferences.tsx';
import { PreferenceField } from './preference-field.tsx';
import type { PreferencesHere } from './preferences.queries.ts';
import styles from './preferences-form.module.css';
import { PreferencesForm } from './preferences-form.tsx';
import { TwoDevices } from './two-devices.tsx';
import { useChoosing } from './use-choosing.ts';

/** Tells whether the last choice is saved on this device only or synchronized. */
function SavedMark({ saved }: { saved: PreferencesHere | null }) {
  return (
    <div role="status" className={styles.saved}>
      {saved && (
        <TrailMark state={saved.waiting ? 'waiting' : 'saved'}>
          {saved.waiting
            ? t`Saved on this device. Your other devices follow when there is signal.`
            : t`Saved for all your devices`}
        </TrailMark>
      )}
    </div>
  );
}

interface MemberPreferencesProps {
  userId: Id;
  /** The switch for notifications on this device. */
  notifications: Elements;
  /** More content about messages. */
  messages: Elements;
  /** The sections after the preferences. */
  children: Elements;
}

/** A member's preferences for all devices, and conflicts between devices. */
export function MemberPreferences({ userId, notifications, messages, children }: MemberPreferencesProps) {
  const { here, chosen, choose, attempt, saved } = useChoosing(userId);
  return (
    <>
      {here?.conflicts.map((conflict) => (
        <TwoDevices key={conflict.name} userId={userId} conflict={conflict} onChoose={attempt} />
      ))}
      <Section title="Display">
        <PreferencesForm onChoose={choose} />
      </Section>
      <Section title="Alerts">
        {notifications}
        <AlertPreferences chosen={chosen} onChoose={choose} />
      </Section>
      <Section id="weekly-mail" title="Mail">
        <div className={styles.settings}>
          <PreferenceField name="weeklyMail" value={chosen.weeklyMail ?? 'Off'} onChoose={choose} />
        </div>
      </Section>
      <Section title="Messages">
        <div className={styles.settings}>
          <PreferenceField name="conversationsFrom" value={chosen.conversationsFrom ?? 'Everyone'} onChoose={choose} />
        </div>
        {messages}
      </Section>
      <Section title="Following">
        <div className={styles.settings}>
          <PreferenceField name="followersFor" value={chosen.followersFor ?? 'Everyone'} onChoose={choose} />
          <PreferenceField name="followingFor" value={chosen.followingFor ?? 'Everyone'} onChoose={choose} />
        </div>
        <NavRow to={followingPage()}>What you follow</NavRow>
      </Section>
      {children}
      <SavedMark saved={saved} />
    </>
  );
}
