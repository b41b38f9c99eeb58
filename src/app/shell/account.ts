import type { Id } from '#contract/ids.ts';
import {
  favoritesPage,
  feedPage,
  invitationsPage,
  messagesPage,
  moderationPage,
  outboxPage,
  passwordPage,
  preferencesPage,
  profilePage,
  userBikesPage,
} from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { Bike, Bookmark, Flag, KeyRound, Link2, Mail, Rss, Send, SlidersHorizontal, UserRound } from '#src/ui/icons.js';
import type { MenuEntry } from '#src/ui/menu-entry.ts';

/** Number of queued mutations, and of those that failed or need the author's decision. */
type OutboxCounts = { waiting: number; unsent: number };

/** The counts in the account area's navigation. */
export type AccountCounts = OutboxCounts & {
  /** Unread messages. */
  unread: number;
  /** Whether the member may moderate. */
  isModerator: boolean;
  /** Whether members may invite people to the site. */
  invites?: boolean | undefined;
};

/** The member who is logged in on this device, with their counts. */
export interface Account extends AccountCounts {
  id: Id;
  username: string;
  /** The URL of a picture; empty without one. */
  avatar: string;
}

/** The entries of the account area, for the menu and the sidebar. */
export const accountEntries = ({
  unread,
  waiting,
  unsent,
  isModerator,
  invites,
}: AccountCounts): (MenuEntry & { to: string })[] => [
  { label: t`Bikes`, icon: Bike, to: userBikesPage() },
  { label: t`Feed`, icon: Rss, to: feedPage() },
  { label: t`Favorites`, icon: Bookmark, to: favoritesPage() },
  { label: t`Messages`, icon: Mail, to: messagesPage(), count: unread },
  { label: t`Waiting to send`, icon: Send, to: outboxPage(), waiting, failed: unsent },
  { label: t`Password`, icon: KeyRound, to: passwordPage() },
  { label: t`Preferences`, icon: SlidersHorizontal, to: preferencesPage() },
  { label: t`Profile`, icon: UserRound, to: profilePage() },
  ...(invites ? [{ label: t`Invitations`, icon: Link2, to: invitationsPage() }] : []),
  ...(isModerator ? [{ label: t`Moderation`, icon: Flag, to: moderationPage() }] : []),
];
