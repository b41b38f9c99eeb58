import type { Beside } from '#contract/beside.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { type Pages, pagesFrom } from '#src/cache/pages.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

/** All its cards are the items of a list among the others: what changes of a bike, or takes it away, does so here too. */
type KeptBeside = Pages<BikeCard> & {
  key: `beside:${Id}`;
  userId: '';
  groups: { [G in keyof Beside]: Id[] };
  savedAt: number;
};

/** Bikes for which this is kept: those that were opened last. */
const most = 60;
const prefix = 'beside:';
const shelf = cacheTable<KeptBeside>('feeds', 'key');
const keyOf = (bikeId: Id) => `${prefix}${bikeId}` as const;

const idsOf = (cards: readonly BikeCard[]) => cards.map(({ id }) => id);

/** Keeps what stands beside a bike. */
export const saveBeside = (bikeId: Id, { owner, model, similar }: Beside, now = Date.now()): Promise<void> =>
  keep(async () => {
    const groups = { owner: idsOf(owner), model: idsOf(model), similar: idsOf(similar) };
    const pages = pagesFrom([...owner, ...model, ...similar], null);
    await shelf.put({ ...{ key: keyOf(bikeId), userId: '', groups, savedAt: now }, ...pages });
    const all = (await shelf.all()).filter(({ key }) => key.startsWith(prefix));
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(most);
    await shelf.remove(...old.map(({ key }) => key));
  });

/** What was kept of it, without bikes that are gone since. */
export async function besideOf(bikeId: Id): Promise<{ beside: Beside; savedAt: number } | null> {
  const kept = await shelf.get(keyOf(bikeId));
  if (!kept) return null;
  const cards = (ids: readonly Id[]) => ids.flatMap((id) => kept.items.find((card) => card.id === id) ?? []);
  const { owner, model, similar } = kept.groups;
  return { beside: { owner: cards(owner), model: cards(model), similar: cards(similar) }, savedAt: kept.savedAt };
}
