import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import { preferenceLabels } from './preference-labels.ts';
import { choiceText } from './preference-text.ts';
import { chooseForMember, takeOther } from './preferences.actions.ts';
import type { Disagreement } from './preferences.queries.ts';
import styles from './preferences-form.module.css';

interface TwoDevicesProps {
  userId: Id;
  conflict: Disagreement;
  /** Called with the promise of the resolution. */
  onChoose: (work: Promise<void>) => void;
}

/** Conflict about a preference between two devices, with both choices. */
export function TwoDevices({ userId, conflict: { name, here, there }, onChoose }: TwoDevicesProps) {
  return (
    <Note state="notice">
      <p>
        <strong>{`${preferenceLabels[name]}.`}</strong> You chose differently on two devices. Which one do you want on
        all of them?
      </p>
      <div className={styles.choices}>
        <Button small look="quiet" onClick={() => onChoose(chooseForMember(userId, name, here))}>
          {t`On this device: ${choiceText(name, here)}`}
        </Button>
        {there !== null && (
          <Button small look="quiet" onClick={() => onChoose(takeOther(userId, name))}>
            {t`On your other device: ${choiceText(name, there)}`}
          </Button>
        )}
      </div>
    </Note>
  );
}
