import type { MakerBikesStore } from '#api/features/bikes/bikes.of-maker.store.ts';
import type { SitemapCursor, SitemapSource } from '#api/platform/sitemap-source.ts';
import { brandPage, modelPage, partPage } from '#contract/maker-pages.ts';
import { makerOfKey } from '#contract/model-key.ts';
import type { MakerNames } from './makers.names.ts';

interface Deps {
  bikes: MakerBikesStore;
  names: MakerNames;
}

/** Names have no time of their own: they are in the order of their keys. */
const anyTime = new Date(0);

type Item = SitemapCursor & { slug: string; updatedAt?: Date };

/** The makers of bikes or their models, all that a visible bike has. Slugs are paths. */
export const bikeNamePages = (kind: 'brand' | 'model', { bikes, names }: Deps): SitemapSource => ({
  async itemsAfter(cursor, limit) {
    const fold = await names.fold();
    const items: Item[] = [];
    for (let after = cursor?.id ?? ''; items.length < limit; ) {
      const next = await bikes.nextName(kind, after);
      if (!next) break;
      const { key, brand, model, publishedAt } = next;
      const maker = fold.nameOf({ kind: 'brand', key: makerOfKey(key) }) ?? brand;
      const slug = kind === 'brand' ? brandPage(maker) : modelPage(maker, fold.nameOf({ kind, key }) ?? model);
      items.push({ id: key, publishedAt: anyTime, slug, updatedAt: publishedAt });
      after = key;
    }
    return items;
  },
  pageOf: (_, slug) => slug,
});

/** Bikes that are read at once. */
const batchSize = 200;
/** Parts that are told apart; further ones are left out. */
const maxParts = 200_000;

/** The parts that at least two visible bikes have, in the order of the second one's publication. Slugs are paths. */
export function partPages({ bikes, names }: Deps): SitemapSource {
  /** The number of bikes that have a part, up to two, in the files that are being made. */
  let seen = new Map<string, number>();
  return {
    async itemsAfter(cursor, limit) {
      if (!cursor) seen = new Map();
      const fold = await names.fold();
      const items: Item[] = [];
      let from = cursor;
      while (items.length < limit) {
        const batch = await bikes.withPartsAfter(from, batchSize);
        for (const { id, publishedAt, parts } of batch) {
          for (const [key, line] of new Map(parts.map((part) => [part.key, part.line]))) {
            const count = seen.get(key) ?? 0;
            if (count < 2 && (count > 0 || seen.size < maxParts)) seen.set(key, count + 1);
            if (count !== 1) continue;
            const part = fold.part(line);
            if (!part?.name) continue;
            const maker = fold.nameOf({ kind: 'brand', key: makerOfKey(key) }) ?? part.maker;
            // The cursor of the last one continues with the next bike.
            items.push({ id, publishedAt, slug: partPage(maker, fold.nameOf({ kind: 'part', key }) ?? part.name) });
          }
          from = { id, publishedAt };
          if (items.length >= limit) break;
        }
        if (batch.length < batchSize) break;
      }
      return items;
    },
    pageOf: (_, slug) => slug,
  };
}
