import { useState } from 'react';
import { messagesPage } from '#contract/pages.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { BlockDialog } from '#src/features/blocks/block-dialog.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { Ellipsis } from '#src/ui/icons.js';
import { LinkButton } from '#src/ui/link-button.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { PersonLink } from '#src/ui/person-link.tsx';
import styles from './conversations.module.css';

interface ThreadHeadProps {
  person: Person;
  blocked: boolean;
  /** Null if there is nothing to hide. */
  onHide: (() => void) | null;
  onBlock: (on: boolean) => void;
}

/** Head of a conversation: the other member and the menu. */
export function ThreadHead({ person, blocked, onHide, onBlock }: ThreadHeadProps) {
  const [asking, setAsking] = useState(false);
  const { username } = person;
  const block = blocked
    ? { label: t`Unblock ${username}`, onSelect: () => onBlock(false) }
    : { label: t`Block ${username}`, onSelect: () => setAsking(true), danger: true };
  const entries = [...(onHide ? [{ label: t`Hide conversation`, onSelect: onHide }] : []), block];
  return (
    <div className={styles.head}>
      <LinkButton className={styles.back} to={messagesPage()}>
        All messages
      </LinkButton>
      <Avatar person={person} large />
      <h2 className={styles.name}>
        <PersonLink person={person} />
      </h2>
      <MenuButton label="More about this conversation" entries={entries} className="push">
        <Ellipsis className="icon" aria-hidden="true" />
      </MenuButton>
      {asking && (
        <BlockDialog
          person={person}
          onClose={() => setAsking(false)}
          onBlock={() => {
            setAsking(false);
            onBlock(true);
          }}
        />
      )}
    </div>
  );
}
