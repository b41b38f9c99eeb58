import { otherBrand } from '#contract/bike-rules.ts';
import { titleOf } from '#contract/bikes.ts';
import type { Draft } from '#src/storage/user-db.ts';
import { useBrands } from './drafts.queries.ts';

/** Title of a draft from the known year, brand and model. */
export function useDraftTitle({ fields }: Pick<Draft, 'fields'>): string {
  const brands = useBrands();
  const id = String(fields.brandId ?? '');
  const brand = id === otherBrand ? String(fields.brandOther ?? '') : (brands.find((one) => one.id === id)?.name ?? id);
  return titleOf({ year: Number(fields.year) || null, brand, model: String(fields.model ?? '') });
}
