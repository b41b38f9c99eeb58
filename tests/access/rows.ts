import { accountRows } from './rows.accounts.ts';
import { alertRows } from './rows.alerts.ts';
import { bikeRows } from './rows.bikes.ts';
import { conversationRows } from './rows.conversations.ts';
import { favoriteRows } from './rows.favorites.ts';
import { flagRows } from './rows.flags.ts';
import { moderationRows } from './rows.moderation.ts';
import { peopleRows } from './rows.people.ts';
import { preferenceRows } from './rows.preferences.ts';
import { profileRows } from './rows.profile.ts';
import type { Row } from './stage.ts';

/** The whole table: every call of the API. */
export const rows: readonly Row[] = [
  ...accountRows,
  ...alertRows,
  ...bikeRows,
  ...conversationRows,
  ...favoriteRows,
  ...flagRows,
  ...moderationRows,
  ...peopleRows,
  ...preferenceRows,
  ...profileRows,
];
