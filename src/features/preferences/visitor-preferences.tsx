import { useState } from 'react';
import { choose } from '#src/ui/choose-preferences.ts';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import styles from './preferences-form.module.css';
import { PreferencesForm } from './preferences-form.tsx';

/** Display preferences of visitors, stored on this device. */
export function VisitorPreferences() {
  const [saved, setSaved] = useState<boolean | null>(null);
  return (
    <>
      <PreferencesForm onChoose={(name, value) => setSaved(choose({ [name]: value }, null))} />
      <div role="status" className={styles.saved}>
        {saved === true && <TrailMark state="saved">Saved on this device</TrailMark>}
        {saved === false && <TrailMark state="blocked">Applies until you leave. This browser can’t save it.</TrailMark>}
      </div>
    </>
  );
}
