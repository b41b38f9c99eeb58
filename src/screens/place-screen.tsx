import { Link, useParams } from 'react-router';
import { queryString } from '#contract/endpoint.ts';
import { homePage, searchPage } from '#contract/pages.ts';
import { placePage } from '#contract/place-address.ts';
import { type PlacePage, placeCodeOf, placeFilter } from '#contract/place-page.ts';
import type { NamedPlace } from '#contract/places.ts';
import { searchFeed } from '#contract/sharing.ts';
import { many, pageLanguage, t } from '#contract/texts.ts';
import { usePlaceBikes } from '#src/features/bikes/list/place-bikes.queries.ts';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { usePlace } from '#src/features/places/places.queries.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { UnreadPage } from '#src/queries/unread-page.tsx';
import { Button } from '#src/ui/button.tsx';
import { CountedLinks } from '#src/ui/counted-links.tsx';
import { Disclosure } from '#src/ui/disclosure.tsx';
import { siteWriting, useWriting } from '#src/ui/display-preferences.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import type { Writing } from '#src/ui/in-language.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { FeedBikes } from './feed-bikes.tsx';
import styles from './place-screen.module.css';
import { TrailEnd } from './trail-end.tsx';
import { useRightAddress } from './use-right-address.ts';

/** Regions that are shown at once; the others are folded, so that the first bikes stay in view. */
const shownRegions = 6;

/** The name of a place; countries are in the language of the writing. */
const nameIn = ({ code, name }: NamedPlace, writing: Writing | null): string => writing?.country(code) ?? name;

function PlaceMeta({ place }: { place: PlacePage }) {
  const path = placePage(place);
  // Search engines and share cards read the page's language.
  const [name, ...around] = [place, ...place.within.toReversed()].map((one) => nameIn(one, siteWriting()));
  const title = t`Bikes in ${[name, ...around].join(', ')}`;
  const about = (home: string) => ({
    '@type': 'CollectionPage',
    name: title,
    url: home + path,
    inLanguage: pageLanguage,
    about: {
      '@type': 'Place',
      name,
      ...(around[0] && { containedInPlace: { '@type': 'Place', name: around[0] } }),
    },
  });
  return (
    <PageMeta
      title={title}
      description={t`Bikes of members who ride in ${[name, ...around].join(', ')}.`}
      path={path}
      feed={{ path: searchFeed(placeFilter(place.code)), title }}
      about={about}
    />
  );
}

function PlaceBikes({ code }: { code: string }) {
  const none = (
    <EmptyState
      title="No bikes here yet."
      action={
        <Button look="quiet" to={searchPage()}>
          See all bikes
        </Button>
      }
    >
      Members choose in their profile whether their bikes are shown here.
    </EmptyState>
  );
  return <FeedBikes read={usePlaceBikes(code)} level={2} none={none} />;
}

/** The regions of a place, those with the most bikes first. */
function Regions({ parts }: Pick<PlacePage, 'parts'>) {
  const links = parts.map((part) => ({
    key: part.code,
    to: placePage(part),
    name: <bdi>{part.name}</bdi>,
    count: part.count,
  }));
  const others = links.slice(shownRegions);
  return (
    <section className={styles.regions} aria-label="Regions">
      <CountedLinks links={links.slice(0, shownRegions)} />
      {others.length > 0 && (
        <Disclosure title={many(others.length)`# more region|# more regions`}>
          <CountedLinks links={others} />
        </Disclosure>
      )}
    </section>
  );
}

function OpenPlace({ place, savedAt }: { place: PlacePage; savedAt: number | null }) {
  const { code, within, total, parts } = place;
  const writing = useWriting();
  const filter = placeFilter(code);
  useRightAddress(placePage(place));
  const name = nameIn(place, writing);
  return (
    <div className="frame">
      <PlaceMeta place={place} />
      <PageHead
        title={<bdi suppressHydrationWarning>{name}</bdi>}
        about={
          <span className="row">
            {within.map((one) => (
              <Link key={one.code} to={placePage(one)}>
                <bdi suppressHydrationWarning>{nameIn(one, writing)}</bdi>
              </Link>
            ))}
            {savedAt ? <SavedCopy savedAt={savedAt} /> : <span>{many(total)`# bike|# bikes`}</span>}
          </span>
        }
        action={
          <span className="row">
            {total > 0 && (
              <Button look="quiet" to={searchPage(filter)}>
                Filter these bikes
              </Button>
            )}
            <FollowButton thing={{ kind: 'search', key: queryString(filter).slice(1), name }} />
          </span>
        }
      />
      {parts.length > 0 && <Regions parts={parts} />}
      <PlaceBikes code={code} />
    </div>
  );
}

const gone = {
  title: t`Page not found`,
  text: t`There is no such place.`,
  action: (
    <Button look="quiet" to={homePage()}>
      Go to the home page
    </Button>
  ),
};

function PlaceOf({ code }: { code: string }) {
  const read = usePlace(code);
  const { data, savedCopy, savedAt } = read;
  if (data) return <OpenPlace place={data} savedAt={savedCopy ? savedAt : null} />;
  return (
    <UnreadPage
      read={read}
      missing={t`This page will load when you have signal.`}
      gone={gone}
      skeleton={<GridSkeleton />}
    />
  );
}

/** The bikes of a country or region, by the places that their owners chose. */
export function PlaceScreen() {
  const { place: param = '' } = useParams();
  const code = placeCodeOf(param);
  if (!code) return <TrailEnd />;
  return <PlaceOf key={code} code={code} />;
}
