import type { Photo } from '#contract/photos.ts';

/** What stands under a photo: `The bars · 1987`; empty where nobody said anything. */
export const wordsUnder = ({ caption, kind, takenYear }: Photo): string =>
  [caption || (kind === 'Other' ? '' : kind), takenYear].filter(Boolean).join(' · ');
