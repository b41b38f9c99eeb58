import type { Id } from '#contract/ids.ts';
import { type GaragePart, listGarage } from '#contract/people-page.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { garageKey } from '#src/cache/values/people.ts';
import { initialQuery } from '#src/queries/initial-data.ts';
import type { Read } from '#src/queries/read.ts';
import { type Feed, type FeedCall, shown, useFeed } from './bike-lists.queries.ts';

/** A member's public bikes. */
export function useGarage(userId: Id, part: GaragePart): Read<Feed> {
  const params = { userId };
  const ask: FeedCall = (cursor) =>
    runAction('GetGarage', (call) => call(listGarage, { params, query: { part, cursor } }));
  return useFeed(garageKey(userId, part), ask, initialQuery(listGarage, { params, query: { part } }, shown));
}
