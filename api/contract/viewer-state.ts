import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';

/** Reactions of the signed-in viewer. Separate, so that the bike's reply is the same for everybody. */
export const ViewerState = v.object({
  liked: v.boolean(),
  /** The updates of the bike that the viewer likes. */
  likedUpdateIds: v.array(Id),
  /** The viewer's folders that contain it. */
  favoritedFolderIds: v.array(Id),
  /** Lists of others that the viewer keeps and that contain it, by the ids of their links. */
  keptListIds: v.array(v.string()),
  /** Whether the viewer has flagged the bike, and which of its comments. */
  flagged: v.object({ bike: v.boolean(), commentIds: v.array(Id) }),
});
export type ViewerState = v.InferOutput<typeof ViewerState>;

export const getViewerState = endpoint('GET', '/bikes/:bikeId/viewer', { reply: ViewerState, private: true });
