import { filterFor, Match } from '../query/execute.ts';
import { assertInTime, find, type Query } from '../query/find.ts';
import { renewPatternTime } from '../query/pattern/bounded.ts';
import { atOnce, gather, giveWay, slices, type Work } from '../query/slice.ts';
import type { Collection } from '../store/collection.ts';
import { again, type Call } from './call.ts';

/** The match as it is now; undefined where it is gone, or matches no more. */
function current(now: Collection, match: Match, matches: (match: Match) => boolean): Match | undefined {
  const row = now.read.row(match.id);
  if (!row || Buffer.compare(row.doc, match.bytes) === 0) return row && match;
  const other = new Match(row);
  return matches(other) ? other : undefined;
}

/**
 * Does something with each match of a write. It gives way between two, so what comes later is looked at again.
 * Before it answers an upsert that nothing matches, it looks again at what others changed under its hands.
 * Throws QueryPlanKilled when the collection goes meanwhile, and MaxTimeMSExpired; what is done stays done.
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
    renewPatternTime();
    if (checked !== begun) matches ??= filterFor(query.filter, query.variables ?? {});
    const match = now && matches ? current(now, found, matches) : found;
    if (!now || !match) continue;
    write(match, now);
    written++;
  }
  if (!now || written || !upsert || !matched.length) return;
  for (const match of atOnce(gather(find(now, query)))) write(match, now);
}
