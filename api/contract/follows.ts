import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { defineProblems } from './problems.ts';
import { optionalName } from './text.ts';

const followProblems = defineProblems({
  'follow.own': { status: 403, message: t`You can't follow yourself or your own bikes.` },
  'follow.blocked': {
    status: 403,
    remedy: 'later',
    message: t`You or this member blocked the other, so this isn't possible.`,
  },
  'follow.too_many': {
    status: 409,
    remedy: 'later',
    message: t`You can follow up to 1,000 things. Stop following something first.`,
  },
  'follow.hidden': { status: 403, message: t`This member doesn't show this list.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    follow: typeof followProblems;
  }
}

/** Maximum number of things that one member can follow. */
export const maxFollows = 1000;
/** Maximum characters of the name of a followed brand, model, part or search, and of a key. */
export const followLimits = { name: 100, key: 500 } as const;

/** Kinds of things that can be followed. */
export const followKinds = ['member', 'bike', 'brand', 'model', 'part', 'tag', 'search'] as const;
export type FollowKind = (typeof followKinds)[number];

/** The ways in which a followed search tells of new bikes. All but `never` are shown in the feed, too. */
export const searchTells = ['never', 'feed', 'alert', 'digest'] as const;
export type SearchTells = (typeof searchTells)[number];

/** Something that the member follows. */
export const Followed = v.object({
  kind: v.picklist(followKinds),
  /** Id of the member or bike, key of the brand, model or part (`maker-pages.ts`), the tag, or the query of the search. */
  key: v.string(),
  /** Name of a brand, model, part or search; empty for others. */
  name: v.string(),
  /** ISO 8601, UTC: when they began to follow it. */
  at: v.string(),
  /** The followed member. */
  person: v.optional(Person),
  /** The followed bike. */
  bike: v.optional(BikeCard),
  /** Only of a search: the way in which it tells. */
  tells: v.optional(v.picklist(searchTells)),
  /** Only of a search, ISO 8601, UTC: when the member last opened it; when they began to follow it if they never did. */
  lookedAt: v.optional(v.string()),
  /** Only of a search: number of bikes published since `lookedAt`, without their own and those of blocked members. */
  newCount: v.optional(v.number()),
});
export type Followed = v.InferOutput<typeof Followed>;

/** Lists what the member follows, the latest first. Members and bikes that are no longer visible are left out. */
export const listFollowing = endpoint('GET', '/user/following', {
  query: PageQuery,
  reply: pageOf(Followed),
  private: true,
  programs: true,
});
/**
 * Follows something; of a part, the bikes that are new and have it. The name is that of a brand, model, part or search,
 * `tells` that of a search: `feed` if absent. Idempotent: a search that is followed is renamed, and tells as before if
 * `tells` is absent.
 */
export const followThing = endpoint('PUT', '/user/following/:kind/:key', {
  body: v.object({
    name: optionalName(followLimits.name, () => t`Keep the name under ${followLimits.name} characters.`),
    tells: v.optional(v.picklist(searchTells, t`Choose one of the options.`)),
  }),
  reply: v.null(),
  private: true,
  programs: true,
});
export const unfollowThing = endpoint('DELETE', '/user/following/:kind/:key', {
  reply: v.null(),
  private: true,
  programs: true,
});

/** Notes when the member opened a followed search. Does nothing if they don't follow it. Idempotent. */
export const lookAtSearch = endpoint('PUT', '/user/searches/:key/looked', {
  body: v.object({ at: v.pipe(v.string(), v.isoTimestamp(t`Send a time, such as 2026-08-01T00:00:00Z.`)) }),
  reply: v.null(),
  private: true,
  programs: true,
});

/** Lists the members who follow the member, the latest first, also when others cannot see it. */
export const listOwnFollowers = endpoint('GET', '/user/followers', {
  query: PageQuery,
  reply: pageOf(Person),
  private: true,
  programs: true,
});
/** Lists the members who follow a member, the latest first. `follow.hidden` if the member hides them. */
export const listFollowers = endpoint('GET', '/users/:userId/followers', { query: PageQuery, reply: pageOf(Person) });
/** Lists the members whom a member follows, the latest first. `follow.hidden` if the member hides them. */
export const listFollowedMembers = endpoint('GET', '/users/:userId/following', {
  query: PageQuery,
  reply: pageOf(Person),
});
