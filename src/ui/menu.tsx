import { DropdownMenu } from 'radix-ui';
import { type ReactElement, useRef } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import { Count } from './count.tsx';
import styles from './menu.module.css';
import type { MenuEntry } from './menu-entry.ts';

interface MenuProps {
  trigger: ReactElement;
  heading?: string;
  entries: readonly MenuEntry[];
}

function Entry({ entry, onSelect }: { entry: MenuEntry; onSelect: () => void }) {
  const Icon = entry.icon;
  const face = (
    <>
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {entry.words}
      <span className="push">
        <Count count={entry.failed ?? 0} look="failed" name="not sent" />
        <Count count={entry.count ?? 0} />
      </span>
    </>
  );
  return (
    <>
      {entry.apart && <DropdownMenu.Separator className={styles.apart} />}
      <DropdownMenu.Item
        className={classNames(styles.item, entry.danger && styles.danger)}
        onSelect={onSelect}
        asChild={entry.to !== undefined}
      >
        {entry.to === undefined ? face : <Link to={entry.to}>{face}</Link>}
      </DropdownMenu.Item>
    </>
  );
}

/** A menu that is open from its first render; its button opens it again. */
export function Menu({ trigger, heading, entries }: MenuProps) {
  const leaves = useRef(false);
  const select = ({ to, onSelect }: MenuEntry) => {
    leaves.current = to !== undefined;
    onSelect?.();
  };
  // Return the focus to the button, unless the menu has navigated to a page that has it already.
  const close = (event: Event) => {
    if (leaves.current && document.activeElement !== document.body) event.preventDefault();
    leaves.current = false;
  };
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* Rendered beside its button instead of in a portal, so that it is in the same landmark. */}
      <DropdownMenu.Content
        className={styles.menu}
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={close}
      >
        {heading && <DropdownMenu.Label className={styles.heading}>{heading}</DropdownMenu.Label>}
        {entries.map((entry) => (
          <Entry key={entry.words} entry={entry} onSelect={() => select(entry)} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
