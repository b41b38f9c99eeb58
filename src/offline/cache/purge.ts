import { forgetOwnFeeds } from './feeds.ts';
import { forgetMarks } from './marks.ts';
import { keepNews } from './turn.ts';

/** Forgets what was kept for members: their lists and marks, also what is still being asked for. Called when they sign out. */
export const purgePrivate = (): Promise<void> =>
  keepNews(async () => {
    await forgetOwnFeeds();
    await forgetMarks();
  });
