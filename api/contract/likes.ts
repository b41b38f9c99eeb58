import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** How a like stands after the call: for this member, and in all. */
export const LikeState = v.object({ liked: v.boolean(), likes: v.number() });
export type LikeState = v.InferOutput<typeof LikeState>;

/** What a signed-in viewer has done with a bike; kept apart so that the bike's answer is the same for everybody. */
export const ViewerMarks = v.object({ liked: v.boolean() });
export type ViewerMarks = v.InferOutput<typeof ViewerMarks>;

export const likeBike = endpoint('PUT', '/bikes/:bikeId/like', { reply: LikeState });
export const unlikeBike = endpoint('DELETE', '/bikes/:bikeId/like', { reply: LikeState });
export const viewerMarks = endpoint('GET', '/bikes/:bikeId/viewer', { reply: ViewerMarks, private: true });
