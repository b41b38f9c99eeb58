import { Link } from 'react-router';
import { bikeFields } from '#contract/bike-fields.ts';
import type { MakerPage } from '#contract/makers.ts';
import { searchPage } from '#contract/pages.ts';
import { many } from '#contract/texts.ts';
import { bikeNumbers } from '#src/features/bikes/measures.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { decimal, figure } from '#src/ui/format.ts';
import { SpecList, type SpecRow } from '#src/ui/spec-list.tsx';
import styles from './makers.module.css';

type Value = { value: string; count: number };

interface ValuesProps {
  values: readonly Value[];
  labelOf: (value: string) => string;
  /** The search for a value; null if there is none. */
  searchFor: (value: string) => string | null;
  /** The number of bikes that were counted; of one alone there are no numbers. */
  of: number;
}

/** The values of a field, each with the number of bikes that have it. */
function Values({ values, labelOf, searchFor, of }: ValuesProps) {
  const { writing } = useDisplayPreferences();
  return (
    <ul className={styles.values}>
      {values.map(({ value, count }) => {
        const page = searchFor(value);
        return (
          <li key={value}>
            {page ? <Link to={page}>{labelOf(value)}</Link> : <span>{labelOf(value)}</span>}{' '}
            {of > 1 && <small className="figures">{figure(count, writing)}</small>}
          </li>
        );
      })}
    </ul>
  );
}

/** How the bikes are built: the values of each field with their numbers, the weights and the colors. */
export function CountedValues({ page }: { page: MakerPage }) {
  const preferences = useDisplayPreferences();
  const { brand, name, kind, fields, colors, weight, counted } = page;
  // A part is not among the keywords of a kind of bike.
  const keywords = kind === 'part' ? null : `${brand} ${name}`.trim();
  const search = (facet: string, value: string) => (keywords ? searchPage({ keywords, [facet]: value }) : null);
  const rows: SpecRow[] = fields.map(({ field, values }) => ({
    name: bikeFields[field].label,
    value: (
      <Values
        of={counted}
        values={values}
        labelOf={bikeFields[field].labelOf}
        searchFor={(value) => (field === 'handlebarType' ? null : search(field, value))}
      />
    ),
  }));
  if (colors.length > 0) {
    rows.push({
      name: many(colors.length)`Color|Colors`,
      value: (
        <Values
          of={counted}
          values={colors}
          labelOf={bikeFields.colors.labelOf}
          searchFor={(value) => search('color', value)}
        />
      ),
    });
  }
  if (weight) {
    const { units, writing } = preferences;
    const [min, max] = [weight.min, weight.max].map((grams) => bikeNumbers.weightG.readingIn(grams, units));
    const text = [min, max].map((one) => decimal(String(one?.value), writing));
    rows.push({
      name: bikeFields.weightG.label,
      value: text[0] === text[1] ? text[0] : text.join('–'),
      ...(max?.unit && { unit: max.unit }),
    });
  }
  return rows.length > 0 ? <SpecList rows={rows} /> : null;
}
