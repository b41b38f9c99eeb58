import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Related } from '#contract/related.ts';
import { type Pages, pagesFrom } from '#src/cache/pages.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

/** Related bikes of a bike. The cards are stored like a feed, so that changes and removals of bikes reach them. */
type CachedRelated = Pages<BikeCard> & {
  key: `beside:${Id}`;
  userId: '';
  groups: { [G in keyof Related]: Id[] };
  savedAt: number;
};

/** Maximum number of bikes whose related bikes are cached: the last opened. */
const maxEntries = 60;
const prefix = 'beside:';
const table = cacheTable<CachedRelated>('feeds', 'key');
const keyOf = (bikeId: Id) => `${prefix}${bikeId}` as const;

const idsOf = (cards: readonly BikeCard[]) => cards.map(({ id }) => id);

/** Caches the related bikes of a bike. */
export const saveRelated = (bikeId: Id, { owner, model, similar }: Related, now = serverNow()): Promise<void> =>
  writeCache(async () => {
    const groups = { owner: idsOf(owner), model: idsOf(model), similar: idsOf(similar) };
    const pages = pagesFrom([...owner, ...model, ...similar], null);
    await table.put({ key: keyOf(bikeId), userId: '', groups, savedAt: now, ...pages });
    const all = (await table.all()).filter(({ key }) => key.startsWith(prefix));
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(maxEntries);
    await table.remove(...old.map(({ key }) => key));
  });

/** The cached related bikes, without those that have been removed. */
export async function relatedOf(bikeId: Id): Promise<{ related: Related; savedAt: number } | null> {
  const cached = await table.get(keyOf(bikeId));
  if (!cached) return null;
  const cards = (ids: readonly Id[]) => ids.flatMap((id) => cached.items.find((card) => card.id === id) ?? []);
  const { owner, model, similar } = cached.groups;
  return { related: { owner: cards(owner), model: cards(model), similar: cards(similar) }, savedAt: cached.savedAt };
}
