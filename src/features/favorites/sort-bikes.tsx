import { titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { ArrowDown, ArrowUp, ChevronsUp } from '#src/ui/icons.js';
import { Photo } from '#src/ui/photo.tsx';
import styles from './favorites.module.css';
import { useOrder } from './use-order.ts';

interface SortBikesProps {
  bikes: readonly BikeCard[];
  /** Stores the order; rejects with a message for the user. */
  onOrder: (order: Id[]) => Promise<void>;
}

/** The bikes of a folder, sortable by dragging or with arrow buttons. */
export function SortBikes({ bikes, onOrder }: SortBikesProps) {
  const ids = bikes.map(({ id }) => id);
  const { move, handlesOf } = useOrder(ids, onOrder);
  return (
    <ol className={styles.sorting}>
      {bikes.map((bike, at) => {
        const title = titleOf(bike);
        return (
          <li key={bike.id} {...handlesOf(at)}>
            <Photo photo={bike.cover} alt="" sizes="5rem" />
            <span className={styles.sortName}>{title}</span>
            <span className={styles.sortButtons}>
              <Button
                look="plain"
                icon
                aria-label={t`Move ${title} to the top`}
                aria-disabled={at === 0}
                onClick={() => move(at, 0)}
              >
                <ChevronsUp className="icon icon-small" aria-hidden="true" />
              </Button>
              <Button
                look="plain"
                icon
                aria-label={t`Move ${title} up`}
                aria-disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp className="icon icon-small" aria-hidden="true" />
              </Button>
              <Button
                look="plain"
                icon
                aria-label={t`Move ${title} down`}
                aria-disabled={at === bikes.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown className="icon icon-small" aria-hidden="true" />
              </Button>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
