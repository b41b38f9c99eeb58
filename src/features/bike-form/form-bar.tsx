import { t } from '#contract/texts.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { clockTime } from '#src/ui/clock-time.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { ago } from '#src/ui/format.ts';
import { ArrowLeft } from '#src/ui/icons.js';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { useDeviceNow } from '#src/ui/use-now.ts';
import styles from './bike-form.module.css';
import type { Saving } from './use-draft-form.ts';
import { formSteps, type Steps } from './use-steps.ts';

function SavedText({ savedAt }: { savedAt: number }) {
  const now = useDeviceNow();
  const preferences = useDisplayPreferences();
  const saved = new Date(savedAt);
  const today = saved.toDateString() === now?.toDateString();
  const time = today ? clockTime(saved, preferences) : ago(saved, now, preferences, true);
  return <TrailMark state="saved">{t`Saved on this device, ${time}`}</TrailMark>;
}

function SavingMark({ saving: { problem, behind, savedAt } }: { saving: Saving }) {
  if (problem) return <TrailMark state="failed">{problem}</TrailMark>;
  if (isMemoryOnly()) return <TrailMark state="blocked">Not saved on this device</TrailMark>;
  if (behind) return <TrailMark state="sending">Saving</TrailMark>;
  return savedAt === null ? null : <SavedText savedAt={savedAt} />;
}

/** Save state of the form. */
export const SavingText = ({ saving }: { saving: Saving }) => (
  <div role={saving.problem ? 'alert' : undefined}>
    <SavingMark saving={saving} />
  </div>
);

/** Number of the current step, and the save state. */
export function Progress({ steps, saving }: { steps: Steps; saving: Saving }) {
  return (
    <div className={styles.progress}>
      <div className={styles.progressText}>
        <p role="status" className="quiet small figures">
          {t`Step ${steps.number} of ${formSteps.length}`}
        </p>
        <SavingText saving={saving} />
      </div>
      <div className={styles.meter} aria-hidden="true">
        {formSteps.map((name, at) => (
          <i key={name} className={at < steps.number ? styles.on : undefined} />
        ))}
      </div>
    </div>
  );
}

interface StepBarProps {
  steps: Steps;
  /** Whether the first step can only be skipped. */
  skips: boolean;
  /** Button of the last step. */
  children: Elements;
}

/** Bar at the bottom of a phone that leads from step to step. */
export function StepBar({ steps, skips, children }: StepBarProps) {
  const isFirst = steps.number === 1;
  return (
    <div className={classNames(styles.bar, styles.stepBar)} data-bottom-bar>
      {!isFirst && (
        <Button look="quiet" icon aria-label="Back" onClick={steps.back}>
          <ArrowLeft className="icon mirrors" aria-hidden="true" />
        </Button>
      )}
      {steps.number === formSteps.length ? (
        children
      ) : (
        <Button type="submit" look={isFirst && skips ? 'quiet' : 'action'}>
          {isFirst && skips ? t`Skip for now` : t`Next`}
        </Button>
      )}
    </div>
  );
}
