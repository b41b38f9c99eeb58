import type { Id } from '#contract/ids.ts';
import { KeptMark } from './kept-mark.tsx';
import { PreferenceField } from './preference-field.tsx';
import styles from './preferences-form.module.css';
import { TwoDevices } from './two-devices.tsx';
import { useChoosing } from './use-choosing.ts';

const name = 'conversationsFrom';

/** Preference for who can start a conversation, shown next to the conversations. */
export function ConversationPreference({ userId }: { userId: Id }) {
  const { here, chosen, choose, attempt, kept } = useChoosing(userId);
  const apart = here?.apart.find((one) => one.name === name);
  return (
    <>
      {apart && <TwoDevices userId={userId} apart={apart} onChoose={attempt} />}
      <div className={styles.settings}>
        <PreferenceField name={name} value={chosen[name] ?? 'Everyone'} onChoose={choose} />
      </div>
      <KeptMark kept={kept} />
    </>
  );
}
