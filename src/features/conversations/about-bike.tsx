import { Link } from 'react-router';
import type { MessageBike } from '#contract/conversations.ts';
import { bikePage } from '#contract/pages.ts';
import { Bike } from '#src/ui/icons.js';
import styles from './conversations.module.css';

/** Links to the bike that a message is about. */
export function AboutBike({ bike: { id, slug, title } }: { bike: MessageBike }) {
  return (
    <span className={styles.bike}>
      <Bike className="icon icon-small" aria-hidden="true" />
      <span>
        About the <Link to={bikePage(id, slug)}>{title}</Link>
      </span>
    </span>
  );
}
