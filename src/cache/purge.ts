import { applyServerChange } from './generation.ts';
import { forgetAlerts } from './values/alerts.ts';
import { forgetOwnFeeds } from './values/feeds.ts';
import { forgetOwnBikes } from './values/own-bikes.ts';
import { forgetViewerStates } from './values/viewer-states.ts';

/**
 * Deletes members' private data from the cache: lists, viewer state, alerts and hidden bikes. Answers that are still on
 * their way are discarded. Called at sign-out.
 */
export const purgePrivate = (): Promise<void> =>
  applyServerChange(async () => {
    await forgetOwnFeeds();
    await forgetViewerStates();
    await forgetAlerts();
    await forgetOwnBikes();
  });
