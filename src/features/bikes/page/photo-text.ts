import { photoKindLabel } from '#contract/card-labels.ts';
import type { Photo } from '#contract/photos.ts';

/** Text under a photo, for example `1987 · The bars`; '' if there is none. */
export const captionOf = ({ caption, kind, takenYear }: Photo): string =>
  [takenYear, caption || (kind === 'Other' ? '' : photoKindLabel(kind))].filter(Boolean).join(' · ');
