import { forgetAlerts } from './alerts.ts';
import { forgetOwnFeeds } from './feeds.ts';
import { forgetMarks } from './marks.ts';
import { forgetOwnBikes } from './own-bikes.ts';
import { applyServerChange } from './turn.ts';

/** Forgets what was kept for members: their lists, marks and alerts, also what is still being asked for. Called when they sign out. */
export const purgePrivate = (): Promise<void> =>
  applyServerChange(async () => {
    await forgetOwnFeeds();
    await forgetMarks();
    await forgetAlerts();
    await forgetOwnBikes();
  });
