import { Bike, Send } from 'lucide-react';
import { outboxPage, userBikesPage } from '#contract/pages.ts';
import type { MenuEntry } from '#src/ui/menu-entry.ts';

/** Who is signed in on this device, and how much waits to be sent. */
export interface Account {
  username: string;
  /** The address of a picture; empty when there is none. */
  avatar: string;
  waiting: number;
}

/** The places of the account area; the menu and the sidebar show the same. */
export const accountEntries = (waiting: number): (MenuEntry & { to: string })[] => [
  { words: 'Bikes', icon: Bike, to: userBikesPage() },
  { words: 'Waiting to send', icon: Send, to: outboxPage(), count: waiting },
];
