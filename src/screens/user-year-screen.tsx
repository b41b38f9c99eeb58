import { useParams } from 'react-router';
import * as v from 'valibot';
import { Id } from '#contract/id-schema.ts';
import { isYear, type MemberYear } from '#contract/member-year.ts';
import { cardPath } from '#contract/sharing.ts';
import { many, pageLanguage, t } from '#contract/texts.ts';
import { userPage, userYearPage } from '#contract/user-page.ts';
import { numberOf } from '#contract/week-dates.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { useCachedBikeIds } from '#src/features/bikes/list/bike-lists.queries.ts';

import { PersonUnavailable } from '#src/features/people/person-unavailable.tsx';
import { PersonYears } from '#src/features/people/person-years.tsx';
import { useMemberYear } from '#src/features/people/years.queries.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { Button } from '#src/ui/button.tsx';
import { Counts } from '#src/ui/counts.tsx';
import { useWriting } from '#src/ui/display-preferences.ts';
import { figure } from '#src/ui/format.ts';
import { NavRow } from '#src/ui/nav-row.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { Section } from '#src/ui/section.tsx';
import { shareLink } from '#src/ui/share-link.ts';
import { TrailEnd } from './trail-end.tsx';
import { useCardActions } from './use-card-actions.tsx';
import { useRightAddress } from './use-right-address.ts';
import styles from './user-year-screen.module.css';

/** Number of photos in a phone's first view; these load eagerly. */
const firstView = 2;

function YearMeta({ shown, path }: { shown: MemberYear; path: string }) {
  const { id, username, year, bikes, likes, card } = shown;
  const title = t`${username} in ${year}`;
  const sentences = [
    bikes > 0 ? many(bikes)`# new bike.|# new bikes.` : '',
    likes.count > 0 && !likes.isMore ? many(likes.count)`# like.|# likes.` : '',
  ].filter(Boolean);
  const description = [t`Bikes, likes and wins of ${username} in ${year}.`, ...sentences].join(' ');
  const about = (home: string, { origin }: { origin: string }) => ({
    '@type': 'WebPage',
    name: title,
    description,
    url: home + path,
    inLanguage: pageLanguage,
    image: origin + cardPath('years', `${id}-${year}`, card, pageLanguage),
    about: { '@type': 'Person', name: username, url: home + userPage(id, username) },
  });
  return (
    <PageMeta
      title={title}
      description={description}
      path={path}
      card={{ path: cardPath('years', `${id}-${year}`, card, pageLanguage), alt: title }}
      about={about}
    />
  );
}

function OpenYear({ shown, savedAt }: { shown: MemberYear; savedAt: number | null }) {
  const { id, username, year, years, bikes, published, likes, won, mostLiked } = shown;
  const path = userYearPage(id, username, year);
  const cachedIds = useCachedBikeIds();
  const actionOf = useCardActions();
  const writing = useWriting();
  useRightAddress(path);
  const numbers = [
    { name: t`New bikes`, count: bikes },
    { name: likes.isMore ? t`Likes, at least` : t`Likes received`, count: likes.count },
    { name: t`Weeks won`, count: won.length },
  ];
  const grid = { ofOne: true, opensOffline: (bikeId: string) => cachedIds.has(bikeId), actionOf };
  const share = () =>
    shareLink({ title: t`${username} in ${year}`, url: location.origin + path }, t`The link is in the address bar.`);
  return (
    <div className="frame">
      <YearMeta shown={shown} path={path} />
      <PageHead
        title={t`${username} in ${year}`}
        action={
          <Button look="quiet" className="needs-script" onClick={() => void share()}>
            Share
          </Button>
        }
      />
      {savedAt && <SavedCopy savedAt={savedAt} />}
      <PersonYears person={shown} years={years} current={year} />
      <Counts counts={numbers} large />
      {mostLiked && (
        <Section
          title="Most liked"
          about={mostLiked.likes === null ? undefined : many(mostLiked.likes)`# like in ${year}|# likes in ${year}`}
        >
          <BikeGrid bikes={[mostLiked.bike]} eager={firstView} {...grid} />
        </Section>
      )}
      {won.length > 0 && (
        <Section title="Bike of the Week">
          <BikeGrid
            bikes={won}
            plaqueOf={(bike) => bike.won && <Plaque>{t`Week ${numberOf(bike.won.week)}`}</Plaque>}
            {...grid}
          />
        </Section>
      )}
      {published.length > 0 && (
        <Section
          title="New bikes"
          about={bikes > published.length ? t`The last ${figure(published.length, writing)}` : undefined}
        >
          <BikeGrid bikes={published} {...grid} />
        </Section>
      )}
      <p className={styles.member}>
        <NavRow to={userPage(shown.id, username)}>See the member's page</NavRow>
      </p>
    </div>
  );
}

function YearOf({ userId, name, year }: { userId: Id; name: string; year: number }) {
  const read = useMemberYear(userId, year);
  const { data, savedCopy, savedAt } = read;
  if (data) return <OpenYear shown={data} savedAt={savedCopy ? savedAt : null} />;
  const none = {
    title: t`Nothing to show`,
    text: t`There are no bikes, likes or wins of ${year} here.`,
    action: (
      <Button look="quiet" to={userPage(userId, name)}>
        See the member's page
      </Button>
    ),
  };
  return <PersonUnavailable read={read} none={none} />;
}

/** A year of a member, public like the member's page. */
export function UserYearScreen() {
  const { userId = '', name = '', year = '' } = useParams();
  if (!v.is(Id, userId) || !isYear(year)) return <TrailEnd />;
  return <YearOf key={`${userId} ${year}`} userId={userId} name={name} year={Number(year)} />;
}
