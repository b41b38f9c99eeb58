import type { PlacePage } from '#contract/place-page.ts';
import { openedPages } from '#src/cache/opened-pages.ts';
import { pagesFrom } from '#src/cache/pages.ts';
import { placeBikesKey } from '#src/cache/values/feeds.ts';

/** The pages of places. The bikes of each are a list of their own. */
const pages = openedPages<{ place: PlacePage }>('place', 30, (code) => [placeBikesKey(code)]);

/** Caches a place's page as the server sent it. */
export const savePlace = (place: PlacePage, now?: number): Promise<void> =>
  pages.save(place.code, { place, ...pagesFrom([], null) }, now);

/** The cached page. */
export async function placeOf(code: string): Promise<{ place: PlacePage; savedAt: number } | null> {
  return (await pages.get(code)) ?? null;
}
