import { useRef } from 'react';
import type { BikeCard as BikeCardData } from '#contract/bikes.ts';
import { t } from '#contract/texts.ts';
import { numberOf } from '#contract/week-dates.ts';
import { Button } from '#src/ui/button.tsx';
import { ChevronLeft, ChevronRight } from '#src/ui/icons.js';
import { inlineSign } from '#src/ui/inline-sign.ts';
import { Plaque } from '#src/ui/plaque.tsx';
import { Section } from '#src/ui/section.tsx';
import shelf from '#src/ui/shelf.module.css';
import { BikeCard } from './bike-card.tsx';
import styles from './winner-row.module.css';

interface WinnerRowProps {
  /** Latest first. */
  winners: readonly BikeCardData[];
  /** Last week with a result. */
  decided: string | null;
  /** Week won by the bike above. */
  newest: string | undefined;
  opensOffline: (bikeId: string) => boolean;
}

const rule = t`One a week, by likes.`;
// Smaller than the cards on phones, so that these photos do not delay the content above.
const sizes = '(min-width: 768px) 17rem, 10.5rem';

/** The weekly winners side by side. */
export function WinnerRow({ winners, decided, newest, opensOffline }: WinnerRowProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const step = (cards: number) => {
    const { current: list } = listRef;
    const card = list?.firstElementChild?.getBoundingClientRect().width ?? 0;
    list?.scrollBy({ left: cards * card * inlineSign(), behavior: 'smooth' });
  };
  const without = decided && decided !== newest ? t`Week ${numberOf(decided)} had no winner.` : '';
  const steps = (
    <div className={`row ${styles.steps}`}>
      <Button look="quiet" icon small aria-label="Later winners" onClick={() => step(-2)}>
        <ChevronLeft className="icon icon-small mirrors" aria-hidden="true" />
      </Button>
      <Button look="quiet" icon small aria-label="Earlier winners" onClick={() => step(2)}>
        <ChevronRight className="icon icon-small mirrors" aria-hidden="true" />
      </Button>
    </div>
  );
  return (
    <Section
      id="winners"
      title="Winners"
      about={without ? `${rule} ${without}` : rule}
      action={winners.length > 1 ? steps : null}
    >
      {winners.length > 0 && (
        // A scroll container must be reachable by keyboard.
        <ul className={`${shelf.shelf} ${styles.shelf}`} ref={listRef} tabIndex={0} aria-label="Winners, newest first">
          {winners.map((bike) => (
            <li key={bike.id}>
              <BikeCard
                bike={bike}
                sizes={sizes}
                plaque={bike.won && <Plaque>{t`Week ${numberOf(bike.won.week)}`}</Plaque>}
                opensOffline={opensOffline(bike.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
