import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { defineProblems } from './problems.ts';

const likeProblems = defineProblems({
  'like.own': { status: 403, message: t`You can't like your own bike.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    like: typeof likeProblems;
  }
}

/** State after the call: whether the member likes the bike, and its number of likes. */
export const LikeState = v.object({ liked: v.boolean(), likes: v.number() });
export type LikeState = v.InferOutput<typeof LikeState>;

export const likeBike = endpoint('PUT', '/bikes/:bikeId/like', { action: 'BikeLike', reply: LikeState });
export const unlikeBike = endpoint('DELETE', '/bikes/:bikeId/like', { action: 'BikeLike', reply: LikeState });
/** Lists the members who like a bike, latest first. */
export const listLikers = endpoint('GET', '/bikes/:bikeId/likes', { query: PageQuery, reply: pageOf(Person) });
