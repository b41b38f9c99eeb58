import type { NotifyState } from './push.actions.ts';

/** Explains whether this device notifies, and what to do about it. */
export const notifyText: Record<NotifyState, string> = {
  on: 'You hear about news here, even while Headbadge is closed.',
  off: 'Your browser will ask you to allow it.',
  open: 'This browser notifies you only while Headbadge is open.',
  blocked:
    'Your browser blocks notifications from Headbadge. Allow them in its settings for this site, then come back.',
  'home-screen':
    'On iPhone and iPad, add Headbadge to your Home Screen first: press Share, then Add to Home Screen. Then turn this on in the app.',
  unsupported: 'This browser can’t show notifications. Another browser on this device may.',
};
