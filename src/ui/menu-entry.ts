import type { LucideIcon } from 'lucide-react';

/** A line of a menu: a link with `to`, else an action. */
export interface MenuEntry {
  words: string;
  icon?: LucideIcon;
  to?: string;
  onSelect?: () => void;
  /** Shown on yellow when above 0. */
  count?: number;
  /** Shown on red when above 0: these need the person. */
  failed?: number;
  /** A line parts it from what stands before it. */
  apart?: boolean;
  danger?: boolean;
}
