import type { Photo } from './photos.ts';

/** Full name of a bike, such as "2021 Brother Cycles Mehteh". */
export const titleOf = (bike: { year: number | null; brand: string; model: string }): string =>
  [bike.year, bike.brand, bike.model].filter(Boolean).join(' ');

/** Year and category, such as "2021 · Gravel". */
export const kindOf = ({ year, category }: { year: number | null; category: string }): string =>
  [year, category].filter(Boolean).join(' · ');

/** Alternative text of a photo: the owner's text, else made from the bike's name. */
export const altOf = (bike: { year: number | null; brand: string; model: string }, photo: Photo): string =>
  photo.alt || `${titleOf(bike)}, ${photo.kind === 'Other' ? 'photo' : photo.kind.toLowerCase()}`;
