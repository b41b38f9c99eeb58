import { useState } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import { type Category, categories } from '#contract/bike-options.ts';
import type { Brand } from '#contract/brands.ts';
import { categoryLabel } from '#contract/card-labels.ts';
import { ChevronDown } from '#src/ui/icons.js';
import styles from './chips.module.css';
import { ChipsField } from './chips.tsx';
import type { FormFields } from './form-fields.ts';

const common: readonly Category[] = ['Road', 'Gravel', 'City', 'Touring', 'Cross Country'];
const maxShown = 5;

/** Categories of a maker's models, the most frequent first. */
function categoriesOf(brand: Brand | undefined): Category[] {
  const counts = new Map<Category, number>();
  for (const category of brand?.categories ?? []) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([category]) => category);
}

/** Category as chips: those that are likely, all on demand. */
export function CategoryField({ form, brands }: { form: FormFields; brands: readonly Brand[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const { label } = bikeFields.category;
  const chosen = form.text('category');
  const brand = brands.find(({ id }) => id === form.text('brandId'));
  const likely: readonly string[] = [...new Set([...categoriesOf(brand), ...common])].slice(0, maxShown);
  const shown = chosen && !likely.includes(chosen) ? [chosen, ...likely] : likely;
  return (
    <ChipsField
      label={label}
      name="category"
      errors={form.errors('category')}
      options={isWhole ? categories : shown}
      labelOf={categoryLabel}
      chosen={chosen}
      onChoose={(category) => form.change({ category })}
    >
      <button type="button" className={styles.chip} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
        All {categories.length}
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </button>
    </ChipsField>
  );
}
