import { fold } from './fold.ts';

const maxLength = 100;

/**
 * Slug from a bike's year, brand and model, such as `2021-trek-checkpoint-sl-5`; `bike` when nothing of it is Latin.
 */
export const slugOf = (bike: { year: number | null; brand: string; model: string }): string =>
  slugOfName([bike.year, bike.brand, bike.model].filter(Boolean).join('-')) || 'bike';

/** Slug from a name, at most 100 characters; empty when nothing of it is Latin. */
export function slugOfName(name: string): string {
  const dashed = fold(name)
    .replaceAll(/['’]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll('º', 'o')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (dashed.length <= maxLength) return dashed;
  const cut = dashed.slice(0, maxLength + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1));
}
