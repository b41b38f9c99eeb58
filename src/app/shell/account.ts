import { Bike, Bookmark, KeyRound, Send } from 'lucide-react';
import { favoritesPage, outboxPage, passwordPage, userBikesPage } from '#contract/pages.ts';
import type { MenuEntry } from '#src/ui/menu-entry.ts';

/** How many things wait to be sent, and how many were refused or need their author's word. */
export type OutboxCounts = { waiting: number; unsent: number };

/** Who is signed in on this device, and what waits there. */
export interface Account extends OutboxCounts {
  username: string;
  /** Messages that were not read. */
  unread: number;
  /** The address of a picture; empty when there is none. */
  avatar: string;
}

/** The places of the account area; the menu and the sidebar show the same. */
export const accountEntries = ({ waiting, unsent }: OutboxCounts): (MenuEntry & { to: string })[] => [
  { words: 'Bikes', icon: Bike, to: userBikesPage() },
  { words: 'Favorites', icon: Bookmark, to: favoritesPage() },
  { words: 'Waiting to send', icon: Send, to: outboxPage(), count: waiting, failed: unsent },
  { words: 'Password', icon: KeyRound, to: passwordPage() },
];
