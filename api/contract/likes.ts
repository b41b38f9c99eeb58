import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';

/** How a like stands after the call: for this member, and in all. */
export const LikeState = v.object({ liked: v.boolean(), likes: v.number() });
export type LikeState = v.InferOutput<typeof LikeState>;

export const likeBike = endpoint('PUT', '/bikes/:bikeId/like', { reply: LikeState });
export const unlikeBike = endpoint('DELETE', '/bikes/:bikeId/like', { reply: LikeState });
/** Who likes a bike, the latest first. */
export const listLikers = endpoint('GET', '/bikes/:bikeId/likes', { query: PageQuery, reply: pageOf(Person) });
