import { useState } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import { boundsMessage } from '#contract/field-messages.ts';
import type { SearchAnswer } from '#contract/search/calls.ts';
import { readSearch, type Search } from '#contract/search/query.ts';
import { t } from '#contract/texts.ts';
import { Field } from '#src/ui/field.tsx';
import { ChevronDown } from '#src/ui/icons.js';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './facets.module.css';
import { yearTexts } from './search-choices.ts';

type Years = Pick<Search, 'yearFrom' | 'yearTo'>;

interface YearRangeProps extends Years {
  /** First and last year with bikes, if known. */
  known: SearchAnswer['years'];
  onYears: (years: Years) => void;
}

// For translators: the first and the last year of a range.
const ends = [
  ['yearFrom', t`From`, 'from'],
  ['yearTo', t`To`, 'to'],
] as const;

/** Inclusive range of years of manufacture. Applied on blur or Enter. */
export function YearRange({ yearFrom, yearTo, known, onYears }: YearRangeProps) {
  const texts = yearTexts({ yearFrom, yearTo });
  const asked = Object.values(texts).join(' ');
  const [seen, setSeen] = useState(asked);
  const [typed, setTyped] = useState(texts);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  if (seen !== asked) {
    setSeen(asked);
    setTyped(texts);
    setWrong([]);
  }
  const apply = () => {
    const { search, ignored } = readSearch(typed);
    setWrong(ignored.map(({ name }) => name));
    if (ignored.length > 0 || (search.yearFrom === yearFrom && search.yearTo === yearTo)) return;
    onYears({ yearFrom: search.yearFrom, yearTo: search.yearTo });
  };
  return (
    <details className={styles.group} open>
      <summary>
        {bikeFields.year.label}
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </summary>
      <fieldset className={styles.years} aria-label={bikeFields.year.label}>
        {ends.map(([name, label, end]) => (
          <Field key={name} label={label} errors={wrong.includes(name) ? [boundsMessage(bikeFields.year)] : []}>
            <TextInput
              name={name}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              placeholder={known ? String(known[end]) : ''}
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              onBlur={apply}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                apply();
              }}
            />
          </Field>
        ))}
      </fieldset>
    </details>
  );
}
