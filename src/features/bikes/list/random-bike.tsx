import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import { altOf, kindOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { bikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { useWriting } from '#src/ui/display-preferences.ts';
import { figure } from '#src/ui/format.ts';
import { Shuffle } from '#src/ui/icons.js';
import { Photo } from '#src/ui/photo.tsx';
import { Section } from '#src/ui/section.tsx';
import { SpecList } from '#src/ui/spec-list.tsx';
import { showAnother } from './random.queries.ts';
import styles from './random-bike.module.css';

const another = 'r';

/** A random bike with a button for another. */
export function RandomBike({ bike }: { bike: BikeCard }) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const page = bikePage(bike.id, bike.slug);
  const writing = useWriting();
  const rows = [
    { name: t`Owner`, value: bike.owner.username },
    { name: t`Kind`, value: kindOf(bike) },
    { name: t`Likes`, value: figure(bike.counts.likes, writing) },
  ];
  const next = async () => {
    if (busy) return;
    setBusy(true);
    setRefused('');
    await showAnother().catch((cause: unknown) => setRefused(failureFrom(cause).message));
    setBusy(false);
  };
  const press = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (key.toLowerCase() === another && !ctrlKey && !metaKey && !altKey) void next();
  };
  return (
    <div>
      <Section id="random" title="Random" about="Any bike, any year.">
        <div className={styles.pair}>
          <Link to={page} tabIndex={-1} aria-hidden="true">
            <Photo
              key={bike.id}
              photo={bike.cover}
              alt={bike.cover ? altOf(bike, bike.cover) : ''}
              sizes="(min-width: 768px) 60vw, 92vw"
            />
          </Link>
          <div className={styles.body}>
            <h3 className={`title ${styles.name}`} aria-live="polite">
              <Link to={page} onKeyDown={press}>
                <bdi className="decal">{bike.brand}</bdi> <bdi>{bike.model}</bdi>
              </Link>
            </h3>
            <SpecList rows={rows} />
            <div className="row">
              <Button className="needs-script" busy={busy} aria-keyshortcuts={another} onKeyDown={press} onClick={next}>
                <Shuffle className="icon" aria-hidden="true" />
                Another
              </Button>
              <Button look="quiet" to={page} onKeyDown={press}>
                See this bike
              </Button>
              <span className={`quiet small needs-script ${styles.hint}`}>
                or press <kbd className={styles.key}>{another}</kbd>
              </span>
            </div>
            {refused && (
              <p className="small" role="alert">
                {refused}
              </p>
            )}
          </div>
        </div>
      </Section>
    </div>
  );
}
