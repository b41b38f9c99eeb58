import { t } from '#contract/texts.ts';
import { categoryLabel, photoKindLabel } from './card-labels.ts';
import type { Photo } from './photos.ts';

/** Full name of a bike, such as "2021 Brother Cycles Mehteh". */
export const titleOf = (bike: { year: number | null; brand: string; model: string }): string =>
  [bike.year, bike.brand, bike.model].filter(Boolean).join(' ');

/** Year and category, such as "2021 · Gravel". */
export const kindOf = ({ year, category }: { year: number | null; category: string }): string =>
  [year, category && categoryLabel(category)].filter(Boolean).join(' · ');

/** Alternative text of a photo: the owner's text, else made from the bike's name. */
export const altOf = (bike: { year: number | null; brand: string; model: string }, photo: Photo): string =>
  photo.alt ||
  (photo.kind === 'Other' ? t`Photo of ${titleOf(bike)}` : t`${titleOf(bike)}: ${photoKindLabel(photo.kind)}`);
