import { disciplineLabel } from '#contract/option-labels.ts';
import type { PersonPage } from '#contract/people-page.ts';
import type { NamedPlace } from '#contract/places.ts';
import type { Location } from '#contract/profile.ts';
import { pictureIn, pictureShapes } from '#contract/profile-pictures.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { useDisplayPreferences, useSavesData } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { Flag } from '#src/ui/flag.tsx';
import { plainDay } from '#src/ui/format.ts';
import { LinkedPlace } from '#src/ui/place.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import styles from './person-head.module.css';
import { PersonText } from './person-text.tsx';

const [narrowest] = pictureShapes.ProfileBanner.widths;

interface PersonHeadProps {
  person: PersonPage;
  /** When the shown copy was cached, in milliseconds since the epoch; null if it is current. */
  savedAt: number | null;
  numbers: Elements;
  /** Weeks won by their bikes. */
  honours: Elements;
  actions: Elements;
}

/** The place that the member's bikes are listed by. */
function listedPlace({ country, countryName, region, regionName, hidesBikes }: Location): NamedPlace | undefined {
  if (hidesBikes || !country) return undefined;
  return region ? { code: region, name: regionName } : { code: country, name: countryName };
}

/** Head of a member's page: pictures, name, discipline, location and join date. */
export function PersonHead({ person, savedAt, numbers, honours, actions }: PersonHeadProps) {
  const preferences = useDisplayPreferences();
  const small = useSavesData();
  const { bannerImage, discipline, location } = person.profile;
  return (
    <header>
      {bannerImage && (
        <img className={styles.banner} src={small ? pictureIn(bannerImage, narrowest) : bannerImage} alt="" />
      )}
      <div className={styles.head}>
        <Avatar person={person} size="page" />
        <div className={styles.who}>
          <h1 className="title">{person.username}</h1>
          <ul className={styles.details}>
            {discipline && <li>{disciplineLabel(discipline)}</li>}
            {location.country && (
              <li>
                <Flag country={location.country} /> <LinkedPlace of={location} place={listedPlace(location)} />
              </li>
            )}
            <li>
              Member since{' '}
              <time dateTime={person.since} lang={preferences.writing?.language}>
                {plainDay(new Date(person.since), preferences)}
              </time>
            </li>
          </ul>
          {savedAt && <SavedCopy savedAt={savedAt} />}
        </div>
        <div className={styles.actions}>{actions}</div>
        <PersonText profile={person.profile} />
        {honours}
        <div className={styles.numbers}>{numbers}</div>
      </div>
    </header>
  );
}
