import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Photo } from './photos.ts';
import { Week } from './weeks.ts';

/** Totals of the site. Counts Active bikes; numbers may be some seconds old. */
export const SiteFigures = v.object({
  bikes: v.number(),
  members: v.number(),
  likes: v.number(),
  /** Named as in the English menu, each with the cover of its newest bike. */
  categories: v.array(v.object({ label: v.string(), bikes: v.number(), cover: v.nullable(Photo) })),
  /** The last decided week, also when no bike won it; null before the first. */
  decided: v.nullable(Week),
});
export type SiteFigures = v.InferOutput<typeof SiteFigures>;

export const getSiteFigures = endpoint('GET', '/figures', { action: 'GetFigures', reply: SiteFigures });
