import type { BikeCard } from '#contract/bikes.ts';
import type { Page } from '#contract/paging.ts';

/** Limit of pages read, for the case that many bikes in a row belong to one owner. */
const maxPages = 20;

/**
 * Returns the first bikes of a list with at most `perOwner` of each owner. Usually reads one page.
 * @param pages reads the list from a cursor
 */
export async function limitPerOwner(
  pages: (cursor?: string) => Promise<Page<BikeCard>>,
  limit: number,
  perOwner: number,
): Promise<Page<BikeCard>> {
  const items: BikeCard[] = [];
  const ofOwner = new Map<string, number>();
  let cursor: string | undefined;
  for (let i = 0; i < maxPages && items.length < limit; i++) {
    const page = await pages(cursor);
    for (const bike of page.items) {
      const before = ofOwner.get(bike.owner.id) ?? 0;
      if (before === perOwner || items.length === limit) continue;
      ofOwner.set(bike.owner.id, before + 1);
      items.push(bike);
    }
    if (!page.next) break;
    cursor = page.next;
  }
  return { items, next: null };
}
