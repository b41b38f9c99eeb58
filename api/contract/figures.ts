import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Photo } from './photos.ts';
import { Week } from './weeks.ts';

/** What the site holds in all. Bikes are the Active ones; numbers may be some seconds old. */
export const SiteFigures = v.object({
  bikes: v.number(),
  members: v.number(),
  likes: v.number(),
  /** As the menu names them, each with its newest bike's cover. */
  categories: v.array(v.object({ label: v.string(), bikes: v.number(), cover: v.nullable(Photo) })),
  /** The last week that was decided, also when no bike won it; null before the first. */
  decided: v.nullable(Week),
});
export type SiteFigures = v.InferOutput<typeof SiteFigures>;

export const siteFigures = endpoint('GET', '/figures', { reply: SiteFigures });
