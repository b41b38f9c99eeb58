import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** How a like stands after the call: for this member, and in all. */
export const LikeState = v.object({ liked: v.boolean(), likes: v.number() });
export type LikeState = v.InferOutput<typeof LikeState>;

export const likeBike = endpoint('PUT', '/bikes/:bikeId/like', { reply: LikeState });
export const unlikeBike = endpoint('DELETE', '/bikes/:bikeId/like', { reply: LikeState });
