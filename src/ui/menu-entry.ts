import type { LucideIcon } from 'lucide-react';

/** An entry of a menu: a link with `to`, otherwise an action. */
export interface MenuEntry {
  words: string;
  icon?: LucideIcon;
  to?: string;
  onSelect?: () => void;
  /** Shown on yellow if above 0. */
  count?: number;
  /** Shown on red if above 0: the member must act. */
  failed?: number;
  /** Shows a separator before the entry. */
  apart?: boolean;
  danger?: boolean;
}
