import { forgetOwnFeeds } from './feeds.ts';
import { forgetMarks } from './marks.ts';
import { keep } from './room.ts';

/** Forgets what was kept for members: their lists and marks. Called when they sign out. */
export const purgePrivate = (): Promise<void> =>
  keep(async () => {
    await forgetOwnFeeds();
    await forgetMarks();
  });
