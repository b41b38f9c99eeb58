import { Bike, Bookmark, KeyRound, Mail, Send, SlidersHorizontal, UserRound } from 'lucide-react';
import {
  favoritesPage,
  messagesPage,
  outboxPage,
  passwordPage,
  preferencesPage,
  profilePage,
  userBikesPage,
} from '#contract/pages.ts';
import type { MenuEntry } from '#src/ui/menu-entry.ts';

/** How many things wait to be sent, and how many were refused or need their author's word. */
type OutboxCounts = { waiting: number; unsent: number };

/** What there is for the member to do. */
export type AccountCounts = OutboxCounts & {
  /** Messages that were not read. */
  unread: number;
};

/** Who is signed in on this device, and what waits there. */
export interface Account extends AccountCounts {
  username: string;
  /** The address of a picture; empty when there is none. */
  avatar: string;
}

/** The places of the account area; the menu and the sidebar show the same. */
export const accountEntries = ({ unread, waiting, unsent }: AccountCounts): (MenuEntry & { to: string })[] => [
  { words: 'Bikes', icon: Bike, to: userBikesPage() },
  { words: 'Favorites', icon: Bookmark, to: favoritesPage() },
  { words: 'Messages', icon: Mail, to: messagesPage(), count: unread },
  { words: 'Waiting to send', icon: Send, to: outboxPage(), count: waiting, failed: unsent },
  { words: 'Password', icon: KeyRound, to: passwordPage() },
  { words: 'Preferences', icon: SlidersHorizontal, to: preferencesPage() },
  { words: 'Profile', icon: UserRound, to: profilePage() },
];
