import { titleOf } from '#contract/bike-names.ts';
import type { FeedEntry } from '#contract/feed.ts';
import type { SuggestionReason } from '#contract/feed-suggestions.ts';
import type { Followed } from '#contract/follows.ts';
import { many, t } from '#contract/texts.ts';
import { isSame } from '#src/cache/values/following.ts';
import { followedTitle } from '#src/features/follows/followed-title.ts';
import { clockTime } from '#src/ui/clock-time.ts';
import { weekdayOf } from '#src/ui/day-text.ts';
import type { DisplayPreferences } from '#src/ui/display-preferences.ts';
import { dayOf, midnight } from '#src/ui/format.ts';
import { listOf } from '#src/ui/lists.ts';

const ownershipNews: Record<NonNullable<FeedEntry['ownership']>, string> = {
  Current: t`Found again`,
  Sold: t`Sold`,
  Retired: t`Retired`,
  Stolen: t`Stolen`,
};

/** What is new of a bike. */
export function newsOf({ kind, photoCount, photos, title, ownership }: FeedEntry): string {
  switch (kind) {
    case 'bike':
      return t`New bike`;
    case 'photos':
      return many(photoCount ?? photos?.length ?? 1)`# new photo|# new photos`;
    case 'update':
      return title ? t`Update: ${title}` : t`Update`;
    case 'status':
      return ownershipNews[ownership ?? 'Current'];
    case 'won':
      return t`Bike of the Week`;
  }
}

type Reason = FeedEntry['because'][number];

/** Name of what an entry is there for. @param followed what the member follows, which knows the names of parts and searches */
function nameOf({ kind, key }: Reason, { bike }: FeedEntry, followed: readonly Followed[]): string {
  switch (kind) {
    case 'member':
      return bike.owner.username;
    case 'bike':
      return titleOf(bike);
    case 'brand':
      return bike.brand;
    case 'model':
      return `${bike.brand} ${bike.model}`;
    case 'tag':
      return `#${key}`;
    case 'part':
    case 'search':
      return followedTitle(followed.find((one) => isSame(one, { kind, key })) ?? { kind, key, name: '' });
  }
}

/** Why entries are there: `You follow ben and #lugged.` */
export function reasonText(entries: readonly FeedEntry[], followed: readonly Followed[]): string {
  const names = entries.flatMap((entry) => entry.because.map((reason) => nameOf(reason, entry, followed)));
  return t`You follow ${listOf([...new Set(names)])}.`;
}

/** Says since when everything was seen: `You've seen everything since Tuesday.` */
export function seenText(seenAt: Date, now: Date, preferences: DisplayPreferences): string {
  const days = Math.round((midnight(now) - midnight(seenAt)) / 86_400_000);
  if (days <= 0) return t`You've seen everything since ${clockTime(seenAt, preferences)}.`;
  if (days === 1) return t`You've seen everything since yesterday.`;
  const day = days < 7 ? weekdayOf(seenAt, preferences) : dayOf(seenAt, now, preferences);
  return t`You've seen everything since ${day}.`;
}

const firstRanks = [t`First this week`, t`Second this week`, t`Third this week`];

type Suggested = { kind: 'member' | 'model' | 'tag'; reason: SuggestionReason };

/** Why something is suggested. */
export function suggestionText({ kind, reason }: Suggested): string {
  if (reason.because === 'ranked') return firstRanks[reason.rank - 1] ?? t`No. ${reason.rank} this week`;
  if (reason.because === 'popular') return t`Most liked lately`;
  if (reason.because === 'recent') return t`New on the site`;
  const { because, count, bike } = reason;
  const one = bike && `${bike.brand} ${bike.model}`;
  if (kind === 'tag') return one ? t`Your ${one} has it` : many(count)`# of your bikes has it|# of your bikes have it`;
  if (because === 'own') return count === 1 ? t`You have one` : many(count)`You have #|You have #`;
  if (because === 'liked') {
    if (kind === 'model') return many(count)`You like # of them|You like # of them`;
    return one ? t`You like their ${one}` : many(count)`You like # of their bikes|You like # of their bikes`;
  }
  if (kind === 'model') return many(count)`# of them is in your favorites|# of them are in your favorites`;
  if (one) return t`Their ${one} is in your favorites`;
  return many(count)`# of their bikes is in your favorites|# of their bikes are in your favorites`;
}
