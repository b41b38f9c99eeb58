import { filterFor, Match } from '../query/execute.ts';
import { assertInTime, find, type Query } from '../query/find.ts';
import { atOnce, gather, giveWay, slices, type Work } from '../query/slice.ts';
import type { Collection } from '../store/collection.ts';
import { again, type Call } from './call.ts';

/** Reloads a match; undefined if it is gone or no longer matches. */
function current(now: Collection, match: Match, matches: (match: Match) => boolean): Match | undefined {
  const row = now.read.row(match.id);
  if (!row || Buffer.compare(row.doc, match.bytes) === 0) return row && match;
  const other = new Match(row);
  return matches(other) ? other : undefined;
}

/**
 * Calls `write` for each match of a write command. It yields between matches, so later matches are checked again after
 * other commands ran. Before it returns without a match for an upsert, it queries again, because other commands may
 * have changed the matches. Throws QueryPlanKilled if the collection is dropped meanwhile, and MaxTimeMSExpired;
 * finished writes stay.
 */
export function* eachMatch(
  call: Call,
  collection: Collection | undefined,
  query: Query,
  write: (match: Match, now: Collection) => void,
  upsert = false,
): Work<void> {
  const begun = slices();
  let checked = begun;
  let now = collection;
  let matches: ((match: Match) => boolean) | undefined;
  let written = 0;
  const matched = yield* gather(find(collection, query));
  for (const [i, found] of matched.entries()) {
    if (i > 0) yield* giveWay();
    if (collection && slices() !== checked) {
      assertInTime(query.deadline);
      now = again(call, collection);
      checked = slices();
    }
    if (checked !== begun) matches ??= filterFor(query.filter);
    const match = now && matches ? current(now, found, matches) : found;
    if (!now || !match) continue;
    write(match, now);
    written++;
  }
  if (!now || written || !upsert || !matched.length) return;
  for (const match of atOnce(gather(find(now, query)))) write(match, now);
}
