import { type KeyboardEvent, useId, useState } from 'react';
import type { Elements } from '#src/ui/elements.ts';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import { inlineStep } from '#src/ui/inline-sign.ts';
import styles from './chips.module.css';

interface ChipsProps {
  options: readonly string[];
  labelOf?: (option: string) => string;
  chosen: string;
  onChoose: (option: string) => void;
  /** Accessible name of the group. */
  label?: string;
  labelledBy?: string;
  /** Name of the first chip, by which the form finds it. */
  name?: string;
  errorsId?: string | undefined;
  children?: Elements;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus among the buttons of a group by arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const ends: Record<string, number> = { Home: 0, End: buttons.length - 1 };
  const to = ends[event.key] ?? at + (steps[event.key] ?? inlineStep(event.key));
  if (at < 0 || to === at) return;
  event.preventDefault();
  buttons.at(to % buttons.length)?.focus();
}

/** One choice as buttons. They are one Tab stop: arrow keys move among them. */
export function Chips({
  options,
  labelOf = String,
  chosen,
  onChoose,
  label,
  labelledBy,
  name,
  errorsId,
  children,
}: ChipsProps) {
  const [focused, setFocused] = useState('');
  const stop = [focused, chosen].find((one) => options.includes(one)) ?? options[0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset would need a legend.
    <div
      role="group"
      aria-label={label}
      aria-labelledby={labelledBy}
      className={styles.chips}
      onKeyDown={moveFocus}
      onBlur={() => setFocused('')}
    >
      {options.map((option, at) => (
        <button
          key={option}
          type="button"
          name={at === 0 ? name : undefined}
          className={styles.chip}
          tabIndex={option === stop ? 0 : -1}
          aria-pressed={option === chosen}
          aria-describedby={errorsId}
          data-invalid={(errorsId && at === 0) || undefined}
          onFocus={() => setFocused(option)}
          onClick={() => onChoose(option)}
        >
          {labelOf(option)}
        </button>
      ))}
      {children}
    </div>
  );
}

interface ChipsFieldProps
  extends Pick<ChipsProps, 'options' | 'labelOf' | 'chosen' | 'onChoose' | 'name' | 'children'> {
  label: string;
  errors: readonly string[];
}

/** The same with a label and errors. */
export function ChipsField({ label, errors, ...chips }: ChipsFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <Chips {...chips} labelledBy={id} errorsId={errors.length > 0 ? `${id}-errors` : undefined} />
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </div>
  );
}
