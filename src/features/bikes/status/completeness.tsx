import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { bikeParts, missingParts } from '#contract/bike-completeness.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { editBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { ChevronRight } from '#src/ui/icons.js';
import { listOf } from '#src/ui/lists.ts';
import styles from './own-bike.module.css';

/** Maximum of missing parts that are named. */
const maxNamed = 4;
/** With fewer missing parts, one line names all of them. */
const fewMissing = 3;

function Step({ to, name, hint }: { to: string; name: ReactNode; hint?: string }) {
  return (
    <li>
      <Link className={styles.row} to={to}>
        <span>
          <strong>{name}</strong>
          {hint && <small>{hint}</small>}
        </span>
        <ChevronRight className="icon icon-small mirrors" aria-hidden="true" />
      </Link>
    </li>
  );
}

interface CompletenessProps {
  bike: Bike;
  /** Names the next missing parts in one line. */
  inShort?: boolean;
}

/** Tells the owner how complete their bike is, and leads to what is missing. */
export function Completeness({ bike, inShort }: CompletenessProps) {
  const missing = missingParts(bike);
  const [first] = missing;
  const count = bikeParts.length - missing.length;
  const few = missing.length <= fewMissing;
  const title = !first ? t`Complete` : few ? t`Almost complete` : t`Make it complete`;
  return (
    <section aria-label="How complete it is">
      <p className={styles.head}>
        <strong>{title}</strong>
        <span className="quiet small figures">{t`${count} of ${bikeParts.length}`}</span>
      </p>
      <div className={styles.meter} aria-hidden="true">
        {bikeParts.map(({ name }, at) => (
          <i key={name} className={at < count ? styles.on : undefined} />
        ))}
      </div>
      {first && (
        <ul>
          {few || inShort ? (
            <Step
              to={editBikePage(bike.id, first.part)}
              name={t`Add: ${listOf(missing.slice(0, fewMissing).map(({ name }) => name))}`}
            />
          ) : (
            missing
              .slice(0, maxNamed)
              .map(({ name, hint, part }) => (
                <Step key={name} to={editBikePage(bike.id, part)} name={name} hint={hint} />
              ))
          )}
        </ul>
      )}
    </section>
  );
}
