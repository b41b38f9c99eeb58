import { t } from '#contract/texts.ts';
import type { PreferenceName } from '#contract/user-preferences.ts';

/** Names of the preferences. The worker loads them with the mutations, so the names of the choices are elsewhere. */
export const preferenceLabels: Readonly<Record<PreferenceName, string>> = {
  units: t`Units`,
  language: t`Dates and numbers`,
  style: t`Date`,
  clock: t`Clock`,
  commentAlerts: t`Comments`,
  mentionAlerts: t`Mentions and replies`,
  likeAlerts: t`Likes`,
  favoriteAlerts: t`Favorites`,
  winnerAlerts: t`Bike of the Week`,
  rankingAlerts: t`First ten of the week`,
  followAlerts: t`New followers`,
  searchAlerts: t`Followed searches`,
  messageAlerts: t`Messages`,
  quietHours: t`Quiet hours`,
  data: t`Photos`,
  conversationsFrom: t`New conversations from`,
  followersFor: t`Who sees your followers`,
  followingFor: t`Who sees whom you follow`,
  weeklyMail: t`Weekly mail`,
  theme: t`Theme`,
};
