import { titleOf } from '#contract/bike-names.ts';
import { otherBrand } from '#contract/bike-rules.ts';
import type { Brand } from '#contract/brands.ts';
import type { Draft } from '#src/storage/user-db.ts';
import { useBrands } from '../brands.queries.ts';

/** Name of a chosen brand, or the typed one; the id until the brands have loaded. */
export const brandIn = (id: string, typed: string, brands: readonly Brand[]): string =>
  id === otherBrand ? typed : (brands.find((one) => one.id === id)?.name ?? id);

/** Title of a draft from the known year, brand and model. */
export function useDraftTitle({ fields }: Pick<Draft, 'fields'>): string {
  const brand = brandIn(String(fields.brandId ?? ''), String(fields.brandOther ?? ''), useBrands());
  return titleOf({ year: Number(fields.year) || null, brand, model: String(fields.model ?? '') });
}
