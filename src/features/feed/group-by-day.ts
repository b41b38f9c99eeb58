import type { FeedEntry } from '#contract/feed.ts';
import type { Owner } from '#contract/people.ts';
import { midnight } from '#src/ui/format.ts';

/** What is new of one member's bikes on one day, which is one entry of the page. */
export type MemberDay = {
  key: string;
  person: Owner;
  /** ISO 8601, UTC: when the latest of it was. */
  at: string;
  /** The latest first. */
  entries: [FeedEntry, ...FeedEntry[]];
};

/** Joins the entries of each member's day, in the reader's time zone; the latest day first. */
export function groupByDay(entries: readonly FeedEntry[]): MemberDay[] {
  const days = new Map<string, MemberDay>();
  for (const entry of entries) {
    const { owner } = entry.bike;
    const key = `${owner.id} ${midnight(new Date(entry.at))}`;
    const day = days.get(key);
    if (day) day.entries.push(entry);
    else days.set(key, { key, person: owner, at: entry.at, entries: [entry] });
  }
  return [...days.values()];
}
