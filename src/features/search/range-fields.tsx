import { type ComponentProps, useState } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import { boundsMessage } from '#contract/field-messages.ts';
import {
  type ChosenRange,
  type Range,
  type RangeName,
  rangeOf,
  readSearch,
  weightParam,
} from '#contract/search/query.ts';
import { t } from '#contract/texts.ts';
import { measureOf, measureText, unitIn } from '#contract/units.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { ChevronDown } from '#src/ui/icons.js';
import { InputGroup } from '#src/ui/input-group.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './facets.module.css';
import { weightIn } from './search-choices.ts';

interface ChoiceProps {
  chosen: ChosenRange;
  /** The smallest and the largest number of the bikes, if known. */
  known: Range | null;
  onChoose: (range: ChosenRange) => void;
}

interface RangeFieldsProps extends ChoiceProps {
  name: RangeName;
  label: string;
  /** Shown where the number is out of bounds. */
  message: string;
  unit?: string;
  inputMode: 'numeric' | 'decimal';
  maxLength: number;
  /** Text of a chosen number for its input. */
  textOf: (number: number) => string;
  /** Converts a typed text to the one of the address. */
  paramOf: (typed: string) => string;
  placeholderOf: (number: number) => string;
}

// For translators: the first and the last number of a range.
const ends = [
  ['from', t`From`],
  ['to', t`To`],
] as const;
/** The ends of a parameter's name in the address. */
const suffixes = { from: 'From', to: 'To' } as const;

/** Inclusive range of a number. Applied on blur or Enter. */
function RangeFields({ name, label, message, unit, chosen, known, onChoose, ...props }: RangeFieldsProps) {
  const { inputMode, maxLength, textOf, paramOf, placeholderOf } = props;
  const textIn = (number: number | null) => (number === null ? '' : textOf(number));
  const texts = { from: textIn(chosen.from), to: textIn(chosen.to) };
  const asked = `${texts.from} ${texts.to}`;
  const [seen, setSeen] = useState(asked);
  const [typed, setTyped] = useState(texts);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  if (seen !== asked) {
    setSeen(asked);
    setTyped(texts);
    setWrong([]);
  }
  const apply = () => {
    if (typed.from === texts.from && typed.to === texts.to) return setWrong([]);
    const { search, ignored } = readSearch({
      [`${name}From`]: paramOf(typed.from),
      [`${name}To`]: paramOf(typed.to),
    });
    setWrong(ignored.map((one) => one.name));
    const range = rangeOf(search, name);
    if (ignored.length > 0 || (range.from === chosen.from && range.to === chosen.to)) return;
    onChoose(range);
  };
  const inputOf = (end: 'from' | 'to'): ComponentProps<'input'> => ({
    name: name + suffixes[end],
    inputMode,
    autoComplete: 'off',
    maxLength,
    placeholder: known ? placeholderOf(known[end]) : '',
    value: typed[end],
    onChange: (event) => setTyped({ ...typed, [end]: event.target.value }),
    onBlur: apply,
    onKeyDown(event) {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      apply();
    },
  });
  return (
    <details className={styles.group} open>
      <summary>
        <span>{label}</span>
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </summary>
      <fieldset className={styles.range} aria-label={label}>
        {ends.map(([end, endLabel]) => (
          <Field key={end} label={endLabel} errors={wrong.includes(name + suffixes[end]) ? [message] : []}>
            {unit ? <InputGroup end={unit} {...inputOf(end)} /> : <TextInput {...inputOf(end)} />}
          </Field>
        ))}
      </fieldset>
    </details>
  );
}

const asTyped = (typed: string): string => typed;

/** Range of the years of manufacture. */
export function YearRange(props: ChoiceProps) {
  return (
    <RangeFields
      name="year"
      label={bikeFields.year.label}
      message={boundsMessage(bikeFields.year)}
      inputMode="numeric"
      maxLength={4}
      textOf={String}
      paramOf={asTyped}
      placeholderOf={String}
      {...props}
    />
  );
}

/** Maximum characters of a typed weight, for example `19 lb 11 oz`. */
const maxWeightLength = 20;

/** Range of the weights in the reader's unit. Before hydration it is in kilograms, as in the address. */
export function WeightRange(props: ChoiceProps) {
  const preferences = useDisplayPreferences();
  const { unit, storedIn, whole } = bikeFields.weightG;
  const stored = { unit: storedIn, whole };
  const shown = unitIn(unit, preferences.units);
  return (
    <RangeFields
      key={shown}
      name="weight"
      label={bikeFields.weightG.label}
      message={boundsMessage(bikeFields.weightG, preferences.units)}
      unit={shown}
      inputMode="decimal"
      maxLength={maxWeightLength}
      textOf={(grams) => measureText(grams, stored, shown)}
      // What is no weight is refused as it was typed.
      paramOf={(typed) => {
        const grams = measureOf(typed, shown, stored);
        return grams !== null && Number.isFinite(grams) ? weightParam(grams) : typed;
      }}
      placeholderOf={(grams) => weightIn(grams, preferences).value}
      {...props}
    />
  );
}
