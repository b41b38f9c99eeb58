import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';
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

function Entry({ entry }: { entry: MenuEntry }) {
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
        onSelect={entry.onSelect}
        asChild={entry.to !== undefined}
      >
        {entry.to === undefined ? face : <Link to={entry.to}>{face}</Link>}
      </DropdownMenu.Item>
    </>
  );
}

/** A menu that is open from the start; its button opens it again. */
export function Menu({ trigger, heading, entries }: MenuProps) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* Beside its button and not at the end of the page, so that it belongs to the same landmark. */}
      <DropdownMenu.Content className={styles.menu} align="end" sideOffset={4} collisionPadding={8}>
        {heading && <DropdownMenu.Label className={styles.heading}>{heading}</DropdownMenu.Label>}
        {entries.map((entry) => (
          <Entry key={entry.words} entry={entry} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
