import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';

/** What a signed-in viewer has done with a bike; kept apart so that the bike's answer is the same for everybody. */
export const ViewerMarks = v.object({
  liked: v.boolean(),
  /** In which of the viewer's folders it is. */
  favoritedFolderIds: v.array(Id),
  /** Whether the viewer has flagged it, and which of its comments. */
  flagged: v.object({ bike: v.boolean(), commentIds: v.array(Id) }),
});
export type ViewerMarks = v.InferOutput<typeof ViewerMarks>;

export const viewerMarks = endpoint('GET', '/bikes/:bikeId/viewer', { reply: ViewerMarks, private: true });
