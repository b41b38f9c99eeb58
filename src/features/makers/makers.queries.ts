import { callOf } from '#contract/endpoint.ts';
import { brandPage, keyPage, modelPage, partPage } from '#contract/maker-pages.ts';
import type { getMaker, listMakerBikes, MakerPage } from '#contract/makers.ts';
import { defineFeed, type Feed, useFeed } from '#src/features/bikes/list/bike-lists.queries.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import { forgetMaker, type MakerPath, makerFor, saveMaker } from './makers.cache.ts';
import type { Named } from './name-changes.ts';

/** A maker, or one of its models or parts, as the address names it. */
export type MakerNames = { brand: string; model?: string | undefined; part?: string | undefined };

/** The path of the page of some names. */
export function makerPath({ brand, model, part }: MakerNames): MakerPath {
  if (model !== undefined) return modelPage(brand, model);
  return part === undefined ? brandPage(brand) : partPage(brand, part);
}

const requestOf = ({ brand, model, part }: MakerNames) => ({ params: { brand }, query: { model, part } });

export const maker = defineQuery({
  name: 'maker',
  endpoint: callOf<typeof getMaker>('GET', '/makers/:brand'),
  key: makerPath,
  request: requestOf,
  read: async (_, names: MakerNames) => {
    const cached = await makerFor(makerPath(names));
    return withSavedAt(cached?.page, cached);
  },
  initial: (page) => page,
  save: (page, names) => saveMaker(makerPath(names), page),
  forget: (names) => forgetMaker(makerPath(names)),
});

/** The page of a maker, model or part; opening it caches it for offline use. */
export const useMaker = (names: MakerNames): Read<MakerPage> => useQuery(maker, names);

/** The path of the page by its key, whose cached copy is deleted: that may lead to a name that is gone. */
export async function freshPath(named: Named): Promise<string> {
  const path = keyPage(named);
  await writeCache(() => forgetMaker(path as MakerPath));
  return path;
}

export const makerBikes = defineFeed(
  callOf<typeof listMakerBikes>('GET', '/makers/:brand/bikes'),
  makerPath,
  requestOf,
);

/** Its bikes, newest first. */
export const useMakerBikes = (names: MakerNames): Read<Feed> => useFeed(makerBikes, names);
