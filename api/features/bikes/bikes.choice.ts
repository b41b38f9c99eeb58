import type { BikeCard } from '#contract/bikes.ts';
import type { Page } from '#contract/paging.ts';

/** Pages that are looked through at most: more of them in a row are one owner's. */
const mostPages = 20;

/**
 * The first bikes of a list, at most `perOwner` of each owner. One page of it does unless few owners fill it.
 * @param pages the list from a cursor on
 */
export async function chosen(
  pages: (cursor?: string) => Promise<Page<BikeCard>>,
  most: number,
  perOwner: number,
): Promise<Page<BikeCard>> {
  const items: BikeCard[] = [];
  const ofOwner = new Map<string, number>();
  let cursor: string | undefined;
  for (let i = 0; i < mostPages && items.length < most; i++) {
    const page = await pages(cursor);
    for (const bike of page.items) {
      const before = ofOwner.get(bike.owner.id) ?? 0;
      if (before === perOwner || items.length === most) continue;
      ofOwner.set(bike.owner.id, before + 1);
      items.push(bike);
    }
    if (!page.next) break;
    cursor = page.next;
  }
  return { items, next: null };
}
