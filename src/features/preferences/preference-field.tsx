import { useId } from 'react';
import type { PreferenceName } from '#contract/user-preferences.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Segment } from '#src/ui/segment.tsx';
import { Select } from '#src/ui/select.tsx';
import { preferenceLabels } from './preference-labels.ts';
import { preferenceText } from './preference-text.ts';
import styles from './preferences-form.module.css';

/** Called with a new choice. */
export type OnChoose = (name: PreferenceName, value: string) => void;

interface PreferenceFieldProps {
  name: PreferenceName;
  value: string;
  onChoose: OnChoose;
}

/** With more options than these, a preference is a select. */
const maxSegments = 3;

/** One preference; applies at once. */
export function PreferenceField({ name, value, onChoose }: PreferenceFieldProps) {
  const { hint, options } = preferenceText[name];
  const label = preferenceLabels[name];
  const id = useId();
  const describedBy = hint && `${id}-hint`;
  const isSelect = options.length > maxSegments;
  return (
    <div className={classNames(styles.setting, hint && styles.explained)}>
      <div>
        {isSelect ? (
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
        ) : (
          <span className={styles.label} id={id}>
            {label}
          </span>
        )}
        {hint && (
          <p id={describedBy} className="quiet small">
            {hint}
          </p>
        )}
      </div>
      {isSelect ? (
        <Select
          id={id}
          aria-describedby={describedBy}
          options={options}
          value={value}
          onChange={({ target }) => onChoose(name, target.value)}
        />
      ) : (
        <Segment
          className={styles.segment}
          labelledBy={id}
          describedBy={describedBy}
          options={options}
          value={value}
          onChoose={(chosen) => onChoose(name, chosen)}
        />
      )}
    </div>
  );
}
