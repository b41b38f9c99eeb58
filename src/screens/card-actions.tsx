import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { CardFavoriteButton } from '#src/features/favorites/card-favorite-button.tsx';
import { FollowMenu } from '#src/features/follows/follow-menu.tsx';
import styles from './card-actions.module.css';

/** The actions of a card: its menu and the favorite button. */
export const CardActions = ({ bike, userId }: { bike: BikeCard; userId: Id }) => (
  <span className={styles.actions}>
    <span className={styles.menu}>
      <FollowMenu bike={bike} tags={[]} compact />
    </span>
    <span className={styles.favorite}>
      <CardFavoriteButton bike={bike} userId={userId} />
    </span>
  </span>
);
