import { type BikeFieldName, bikeField } from '#contract/bike-fields.ts';
import { many, t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { listOf } from '#src/ui/lists.ts';
import { passFocusOn } from '#src/ui/pass-focus-on.ts';
import styles from './bike-form.module.css';
import { textOf } from './filled.ts';
import type { FormFields } from './form-fields.ts';

/** A value that came from elsewhere. */
export type Unchecked = { name: BikeFieldName; label: string; text: string };

/** The values among these fields that the member has neither changed nor confirmed. */
export const uncheckedIn = (names: readonly string[], form: FormFields): Unchecked[] =>
  (names as BikeFieldName[])
    .map((name) => ({ name, label: bikeField(name).label, text: textOf(name, form) }))
    .filter(({ text }) => text !== '');

interface ToCheckProps {
  values: readonly Unchecked[];
  onRight: (names: readonly BikeFieldName[]) => void;
}

/** Values that came from other bikes. Each stays until it was changed in the form or confirmed here. */
export function ToCheck({ values, onRight }: ToCheckProps) {
  if (values.length === 0) return null;
  return (
    <section ref={passFocusOn} className={styles.toCheck} aria-label="Check this">
      <h2 className="heading">Check this</h2>
      <p className="quiet">
        These values are from other bikes of the model. Keep what is right, change the rest below.
      </p>
      <ul>
        {values.map(({ name, label, text }) => (
          <li key={name} ref={passFocusOn}>
            <span>
              <span className="quiet small">{label}</span> <bdi>{text}</bdi>
            </span>
            <Button small look="quiet" aria-label={t`Keep ${label}: ${text}`} onClick={() => onRight([name])}>
              Keep
            </Button>
          </li>
        ))}
      </ul>
      {values.length > 1 && <LinkButton onClick={() => onRight(values.map(({ name }) => name))}>Keep all</LinkButton>}
    </section>
  );
}

interface UncheckedDialogProps {
  values: readonly Unchecked[];
  onPublish: () => void;
  onClose: () => void;
}

/** Asks before values are published that nobody has checked. */
export function UncheckedDialog({ values, onPublish, onClose }: UncheckedDialogProps) {
  const actions = (
    <>
      <Button look="quiet" onClick={onClose}>
        Back
      </Button>
      <Button onClick={onPublish}>Publish</Button>
    </>
  );
  return (
    <Dialog
      title={many(values.length)`Publish # unchecked value?|Publish # unchecked values?`}
      alert
      actions={actions}
      onClose={onClose}
    >
      <p>{t`From other bikes of the model: ${listOf(values.map(({ label }) => label))}.`}</p>
    </Dialog>
  );
}
