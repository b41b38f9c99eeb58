import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import type { MenuEntry } from './menu-entry.ts';

interface MenuButtonProps {
  /** The button's name. */
  label: string;
  entries: readonly MenuEntry[];
  /** Stands over the entries. */
  heading?: string;
  look?: 'plain' | 'quiet';
  small?: boolean;
  className?: string;
  /** What the button shows: an icon or an avatar. */
  children: ReactNode;
}

const loadMenu = () => import('./menu.tsx');
const Menu = lazy(() => loadMenu().then((module) => ({ default: module.Menu })));
const fetchEarly = () => {
  // A menu that cannot be fetched yet is fetched when it is opened.
  loadMenu().catch(() => undefined);
};

/** A button that opens a menu. The menu's code comes with the first pointer or focus that comes near. */
export function MenuButton({ label, entries, heading, look = 'plain', small, className, children }: MenuButtonProps) {
  const [used, setUsed] = useState(false);
  const face = { look, small, icon: true, className, 'aria-label': label, children } as const;
  const closed = (
    <Button
      {...face}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={fetchEarly}
      onFocus={fetchEarly}
      onClick={() => setUsed(true)}
    />
  );
  if (!used) return closed;
  return (
    <Suspense fallback={closed}>
      <Menu trigger={<Button {...face} />} entries={entries} heading={heading} />
    </Suspense>
  );
}
