import { Link } from 'react-router';
import { categoryLabel } from '#contract/card-labels.ts';
import { brandPage, modelPage } from '#contract/maker-pages.ts';
import { ownershipLabel } from '#contract/option-labels.ts';
import { searchPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { Note } from '#src/ui/note.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { type ShownBike, wholeOf } from '../shown-bike.ts';
import { WonWeek } from '../won-week.tsx';
import styles from './bike-page.module.css';

/** Notice that the bike was stolen, with a link to the report. */
function StolenNote({ url }: { url: string }) {
  return (
    <Note state="failed">
      <span>This bike was stolen.</span>{' '}
      {url && (
        <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank">
          See the report
        </a>
      )}
    </Note>
  );
}

interface BikeIdentityProps {
  bike: ShownBike;
  /** When the shown copy was cached, in milliseconds since the epoch; null if it is current. */
  savedAt: number | null;
  /** The bike's rank in the week that runs. */
  rank?: Elements;
}

/** Brand, model and the basic fields under them. */
export function BikeIdentity({ bike, savedAt, rank }: BikeIdentityProps) {
  const fields: Record<string, Elements> = {
    nickname: bike.nickname && (
      <q>
        <bdi>{bike.nickname}</bdi>
      </q>
    ),
    year: bike.year !== null && <span>{bike.yearCirca ? t`c. ${bike.year}` : bike.year}</span>,
    category: <Link to={searchPage({ category: bike.category })}>{categoryLabel(bike.category)}</Link>,
    rank,
  };
  const known = Object.entries(fields).filter(([, field]) => Boolean(field));
  return (
    <header className={styles.identity}>
      {bike.won && (
        <p className={`row small figures ${styles.honour}`}>
          <Plaque>Bike of the Week</Plaque>
          <span>
            <WonWeek week={bike.won.week} />
          </span>
        </p>
      )}
      {bike.ownership === 'Stolen' && <StolenNote url={bike.registryUrl} />}
      {(bike.ownership === 'Sold' || bike.ownership === 'Retired') && (
        <Plaque look="sold">{ownershipLabel(bike.ownership)}</Plaque>
      )}
      <h1 className="title">
        <Link className={styles.name} to={brandPage(bike.brand)}>
          <bdi className="decal">{bike.brand}</bdi>
        </Link>{' '}
        <Link className={styles.name} to={modelPage(bike.brand, bike.model)}>
          <bdi>{bike.model}</bdi>
        </Link>
      </h1>
      <p className="quiet figures">
        {known.map(([name, field], place) => (
          <span key={name}>
            {place > 0 && <span> · </span>}
            {field}
          </span>
        ))}
      </p>
      {bike.waiting && <WaitingMark waiting={wholeOf(bike.waiting)} />}
      {!bike.waiting && savedAt && <SavedCopy savedAt={savedAt} />}
    </header>
  );
}
