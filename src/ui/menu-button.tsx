import { lazy, type ReactNode } from 'react';
import { LateButton } from './late-button.tsx';
import type { MenuEntry } from './menu-entry.ts';

interface MenuButtonProps {
  /** The button's accessible name. */
  label: string;
  entries: readonly MenuEntry[];
  /** Shown above the entries. */
  heading?: string;
  look?: 'plain' | 'quiet';
  small?: boolean;
  className?: string;
  /** The button's content: an icon or an avatar. */
  children: ReactNode;
}

const loadMenu = () => import('./menu.tsx');
const Menu = lazy(() => loadMenu().then((module) => ({ default: module.Menu })));

export function MenuButton({ label, entries, heading, look = 'plain', small, className, children }: MenuButtonProps) {
  const buttonProps = { look, small, icon: true, className, 'aria-label': label, children } as const;
  return (
    <LateButton
      buttonProps={buttonProps}
      opens="menu"
      load={loadMenu}
      panel={(trigger) => <Menu trigger={trigger} entries={entries} heading={heading} />}
    />
  );
}
