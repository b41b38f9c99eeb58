import { useLocation, useParams } from 'react-router';
import * as v from 'valibot';
import { Id } from '#contract/id-schema.ts';
import { may, refusal } from '#contract/may.ts';
import { followingPage, loginPage, messagesPage, moderatedMemberPage, profilePage } from '#contract/pages.ts';
import type { MemberBikesPart, PersonPage } from '#contract/people-page.ts';
import { memberFeed } from '#contract/sharing.ts';
import { many, pageLanguage, t } from '#contract/texts.ts';
import { userPage } from '#contract/user-page.ts';
import { Honours } from '#src/features/bikes/list/honours.tsx';
import { useMemberBikes } from '#src/features/bikes/list/member-bikes.queries.ts';
import { BlockPerson } from '#src/features/blocks/block-person.tsx';
import { useBlocked } from '#src/features/blocks/blocks.queries.ts';
import { SharedFolders } from '#src/features/favorites/shared-folders.tsx';
import { FlagPerson } from '#src/features/flags/flag-person.tsx';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { FollowNumbers } from '#src/features/follows/follow-numbers.tsx';
import { BikeTabs, partOf } from '#src/features/people/bike-tabs.tsx';
import { usePerson } from '#src/features/people/people.queries.ts';
import { PersonHead } from '#src/features/people/person-head.tsx';
import { PersonUnavailable } from '#src/features/people/person-unavailable.tsx';
import { PersonYears } from '#src/features/people/person-years.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { siteWriting } from '#src/ui/display-preferences.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { placeText } from '#src/ui/place.tsx';
import { Section } from '#src/ui/section.tsx';
import { FeedBikes } from './feed-bikes.tsx';
import { TrailEnd } from './trail-end.tsx';
import { useRightAddress } from './use-right-address.ts';

/** Maximum length of a text on share cards, in characters. */
const maxShareText = 160;

/** The country in the page's language, which search engines and share cards read. */
const countryOf = ({ profile: { location } }: PersonPage): string =>
  placeText({ ...location, regionName: '' }, siteWriting());

function summaryOf(person: PersonPage): string {
  const { username, counts } = person;
  const { bikes } = counts;
  const place = countryOf(person);
  if (bikes === 0) return place ? t`Bikes by ${username}, ${place}.` : t`Bikes by ${username}.`;
  return place
    ? many(bikes)`# bike by ${username}, ${place}.|# bikes by ${username}, ${place}.`
    : many(bikes)`# bike by ${username}.|# bikes by ${username}.`;
}

function PersonMeta({ person }: { person: PersonPage }) {
  const { id, username, since, counts, profile } = person;
  const path = userPage(id, username);
  const text = profile.text.replace(/\s+/g, ' ').slice(0, maxShareText);
  const place = countryOf(person);
  const description = text || summaryOf(person);
  const about = (home: string) => ({
    '@type': 'ProfilePage',
    url: home + path,
    inLanguage: pageLanguage,
    dateCreated: since,
    mainEntity: {
      '@type': 'Person',
      name: username,
      url: home + path,
      ...(text && { description: text }),
      ...(place && { homeLocation: { '@type': 'Place', name: place } }),
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/CreateAction',
        userInteractionCount: counts.bikes,
      },
    },
  });
  const feed = { path: memberFeed(id), title: t`Bikes by ${username}` };
  return (
    <PageMeta
      title={username}
      description={description}
      path={path}
      about={about}
      {...(counts.bikes > 0 && { feed })}
    />
  );
}

/** The actions of a viewer toward a member; a visitor logs in first. */
function PersonActions({ person }: { person: PersonPage }) {
  const { user } = useSession();
  const blocked = useBlocked();
  if (refusal('member.meet', user, person) === 'message.self') {
    return (
      <>
        <Button look="quiet" to={profilePage()}>
          Edit your profile
        </Button>
        <Button look="quiet" to={followingPage()}>
          What you follow
        </Button>
      </>
    );
  }
  const { id, username, avatar } = person;
  const follow = blocked.has(id) ? null : (
    <FollowButton thing={{ kind: 'member', key: id, name: '', person: { id, username, avatar } }} />
  );
  const messages = messagesPage(id);
  const message = (
    <Button look={user ? 'action' : 'quiet'} to={user ? messages : loginPage(messages)}>
      {t.as('verb')`Message`}
    </Button>
  );
  if (!user) {
    return (
      <>
        {message}
        {follow}
      </>
    );
  }
  return (
    <>
      {message}
      {follow}
      <BlockPerson person={person} userId={user.id} blocked={blocked.has(person.id)} />
      {may('member.flag', user, person) && <FlagPerson person={person} />}
      {user.operator && (
        <Button look="quiet" to={moderatedMemberPage(person.id)}>
          Moderate
        </Button>
      )}
    </>
  );
}

function MemberBikes({ person, part }: { person: PersonPage; part: MemberBikesPart }) {
  const none = <EmptyState level={3} title={part === 'Current' ? t`No bikes yet.` : t`No previous bikes.`} />;
  return <FeedBikes read={useMemberBikes(person.id, part)} ofOne none={none} />;
}

function OpenPerson({ person, savedAt }: { person: PersonPage; savedAt: number | null }) {
  const { search } = useLocation();
  const { counts, won, folders, years } = person;
  const part = partOf(search);
  useRightAddress(userPage(person.id, person.username));
  const numbers = [
    { name: t`Bikes`, count: counts.bikes },
    { name: t`Likes`, count: counts.likes },
    { name: t`Views`, count: counts.views },
  ];
  return (
    <div className="frame">
      <PersonMeta person={person} />
      <PersonHead
        person={person}
        savedAt={savedAt}
        numbers={<FollowNumbers person={person} before={numbers} />}
        honours={won.length > 0 && <Honours bikes={won} />}
        actions={<PersonActions person={person} />}
      />
      <Section title="Bikes">
        <BikeTabs person={person} part={part} />
        <MemberBikes key={part} person={person} part={part} />
      </Section>
      {years.length > 0 && (
        <Section title="Years">
          <PersonYears person={person} years={years} />
        </Section>
      )}
      {folders.length > 0 && (
        <Section title="Folders">
          <SharedFolders folders={folders} />
        </Section>
      )}
    </div>
  );
}

function PersonById({ id }: { id: Id }) {
  const read = usePerson(id);
  const { data, savedCopy, savedAt } = read;
  if (!data) return <PersonUnavailable read={read} />;
  return <OpenPerson person={data} savedAt={savedCopy ? savedAt : null} />;
}

/** A member's public page. */
export function UserScreen() {
  const { userId = '' } = useParams();
  if (!v.is(Id, userId)) return <TrailEnd />;
  return <PersonById key={userId} id={userId} />;
}
