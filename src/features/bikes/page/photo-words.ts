import type { Photo } from '#contract/photos.ts';

/** What stands under a photo: `1987 · The bars`; empty where nobody said anything. */
export const wordsUnder = ({ caption, kind, takenYear }: Photo): string =>
  [takenYear, caption || (kind === 'Other' ? '' : kind)].filter(Boolean).join(' · ');
