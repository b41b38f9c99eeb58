import { Link } from 'react-router';
import type { MessageBike } from '#contract/conversations.ts';
import { bikePage } from '#contract/pages.ts';
import { Bike } from '#src/ui/icons.js';
import { Photo } from '#src/ui/photo.tsx';
import styles from './conversations.module.css';

/** Shows and links the bike that a message is about. */
export function AboutBike({ bike: { id, slug, title, cover, gone } }: { bike: MessageBike }) {
  return (
    <span className={styles.bike}>
      {cover ? (
        <Photo photo={cover} alt="" sizes="72px" className={styles.bikePhoto} />
      ) : (
        <Bike className="icon icon-small" aria-hidden="true" />
      )}
      {gone ? (
        <span>About a bike that is gone</span>
      ) : (
        <span>
          About the <Link to={bikePage(id, slug)}>{title}</Link>
        </span>
      )}
    </span>
  );
}
