import { DropdownMenu } from 'radix-ui';
import { type ReactElement, useId, useRef } from 'react';
import { Link } from 'react-router';
import { Check } from '#src/ui/icons.js';
import { classNames } from './class-names.ts';
import { EntryCounts } from './entry-counts.tsx';
import { inlineSign } from './inline-sign.ts';
import styles from './menu.module.css';
import type { MenuEntry } from './menu-entry.ts';

interface MenuProps {
  trigger: ReactElement;
  /** Above the choices among the entries, or above all of them. */
  heading?: string;
  entries: readonly MenuEntry[];
}

function Entry({ entry, onSelect }: { entry: MenuEntry; onSelect: () => void }) {
  const { label, icon: Icon, checked } = entry;
  const content = (
    <>
      {checked !== undefined && <Check className={classNames('icon', styles.check)} aria-hidden="true" />}
      {Icon && <Icon className="icon" aria-hidden="true" />}
      <span>{label}</span>
      <span className="push">
        <EntryCounts {...entry} />
      </span>
    </>
  );
  return (
    <>
      {entry.separated && <DropdownMenu.Separator className={styles.separator} />}
      <DropdownMenu.Item
        className={classNames(styles.item, entry.danger && styles.danger)}
        onSelect={onSelect}
        asChild={entry.to !== undefined}
        {...(checked !== undefined && { role: 'menuitemradio', 'aria-checked': checked })}
      >
        {entry.to === undefined ? content : <Link to={entry.to}>{content}</Link>}
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
  const id = useId();
  const entryOf = (entry: MenuEntry) => <Entry key={entry.label} entry={entry} onSelect={() => select(entry)} />;
  const choices = entries.filter(({ checked }) => checked !== undefined);
  return (
    <DropdownMenu.Root defaultOpen modal={false} dir={inlineSign() > 0 ? 'ltr' : 'rtl'}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* Rendered beside its button instead of in a portal, so that it is in the same landmark. */}
      <DropdownMenu.Content
        className={styles.menu}
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={close}
      >
        {heading && choices.length === 0 && (
          <DropdownMenu.Label className={styles.heading}>{heading}</DropdownMenu.Label>
        )}
        {choices.length > 0 && (
          <DropdownMenu.Group aria-labelledby={id}>
            <DropdownMenu.Label id={id} className={styles.heading}>
              {heading}
            </DropdownMenu.Label>
            {choices.map(entryOf)}
          </DropdownMenu.Group>
        )}
        {entries.filter(({ checked }) => checked === undefined).map(entryOf)}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
