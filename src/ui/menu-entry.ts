import type { Icon } from '#src/ui/icons.js';

/** An entry of a menu: a link with `to`, otherwise an action. */
export interface MenuEntry {
  label: string;
  icon?: Icon;
  to?: string;
  onSelect?: () => void;
  /** Shown on yellow if above 0. */
  count?: number;
  /** Shown with a dashed edge if above 0: it is only on this device. */
  waiting?: number;
  /** Shown on red if above 0: the member must act. */
  failed?: number;
  /** One of several choices under the heading, and whether it is the chosen one. */
  checked?: boolean;
  /** Shows a separator before the entry. */
  separated?: boolean;
  danger?: boolean;
}
