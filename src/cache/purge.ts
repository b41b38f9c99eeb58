import { applyServerChange } from './generation.ts';
import { forgetAlerts } from './values/alerts.ts';
import { forgetOwnFeeds } from './values/feeds.ts';
import { forgetMarks } from './values/marks.ts';
import { forgetOwnBikes } from './values/own-bikes.ts';

/** Forgets what was kept for members: their lists, marks and alerts, also what is still being asked for. Called when they sign out. */
export const purgePrivate = (): Promise<void> =>
  applyServerChange(async () => {
    await forgetOwnFeeds();
    await forgetMarks();
    await forgetAlerts();
    await forgetOwnBikes();
  });
