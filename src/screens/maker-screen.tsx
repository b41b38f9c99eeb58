import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { brandPage, keyPage } from '#contract/maker-pages.ts';
import type { MakerPage } from '#contract/makers.ts';
import { refusal } from '#contract/may.ts';
import { searchPage } from '#contract/pages.ts';
import type { Person } from '#contract/people.ts';
import { makerFeed } from '#contract/sharing.ts';
import { many, pageLanguage, t } from '#contract/texts.ts';
import { useBrands } from '#src/features/bikes/brands.queries.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { useCachedBikeIds } from '#src/features/bikes/list/bike-lists.queries.ts';
import { useBlocked } from '#src/features/blocks/blocks.queries.ts';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { MakerSections } from '#src/features/makers/maker-sections.tsx';
import { freshPath, type MakerNames, makerPath, useMaker, useMakerBikes } from '#src/features/makers/makers.queries.ts';
import { hasNameChanged, useNameChange } from '#src/features/makers/name-changes.ts';
import { UnitSwitch } from '#src/features/preferences/unit-switch.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { UnreadPage } from '#src/queries/unread-page.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { figure, plainDay } from '#src/ui/format.ts';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { Section } from '#src/ui/section.tsx';
import { FeedBikes, firstView } from './feed-bikes.tsx';
import styles from './maker-screen.module.css';
import { useNewDraft } from './use-new-draft.ts';
import { useRightAddress } from './use-right-address.ts';

const ModerateMaker = lazy(() =>
  import('#src/features/makers/moderate-maker.tsx').then((it) => ({ default: it.ModerateMaker })),
);

/** The names of a page as its address has them. */
const namesOf = ({ kind, brand, name }: MakerPage): MakerNames => ({
  brand,
  ...(kind === 'model' && { model: name }),
  ...(kind === 'part' && { part: name }),
});

const titleOf = ({ brand, name }: MakerPage): string => `${brand} ${name}`.trim();

const yearsText = ({ years }: MakerPage): string => {
  if (!years) return '';
  return years.from === years.to ? String(years.from) : `${years.from}–${years.to}`;
};

function countText({ bikes, kind, isOfParts }: MakerPage): string {
  if (isOfParts) return many(bikes)`# bike with its parts|# bikes with its parts`;
  if (kind === 'part') return many(bikes)`# bike has it|# bikes have it`;
  return many(bikes)`# bike|# bikes`;
}

function summaryOf(page: MakerPage): string {
  const title = titleOf(page);
  const count = countText(page);
  if (page.kind === 'model') return t`${title}: photos, usual builds, colors and owners. ${count}.`;
  if (page.kind === 'part') return t`${title}: the bikes that have it, and what kind they are. ${count}.`;
  return t`${title}: models, parts and the newest bikes. ${count}.`;
}

/** The number of bikes and their years. On a part's page these could be taken for its own. */
function factsText(page: MakerPage): string {
  const { kind, bikes } = page;
  const years = yearsText(page);
  if (kind !== 'part') return [countText(page), years].filter(Boolean).join(' · ');
  return years ? many(bikes)`# bike from ${years} has it|# bikes from ${years} have it` : countText(page);
}

/** Since when a part is on this site. */
function Since({ since }: Pick<MakerPage, 'since'>) {
  const day = plainDay(new Date(since), useDisplayPreferences());
  return (
    <>
      {' '}
      <span>·</span> <time dateTime={since}>{t`On this site since ${day}`}</time>
    </>
  );
}

/** What the page is about, for search engines. */
const thingOf = ({ kind, brand, name }: MakerPage, url: string) =>
  kind === 'brand'
    ? { '@type': 'Brand', name: brand, url }
    : { '@type': 'ProductModel', name: `${brand} ${name}`, brand: { '@type': 'Brand', name: brand }, url };

function MakerMeta({ page, path }: { page: MakerPage; path: string }) {
  const title = titleOf(page);
  const description = summaryOf(page);
  const about = (home: string) => ({
    '@type': 'CollectionPage',
    name: title,
    description,
    url: home + path,
    inLanguage: pageLanguage,
    about: thingOf(page, home + path),
  });
  const feed = { path: makerFeed(namesOf(page)), title: t`New bikes: ${title}` };
  return <PageMeta title={title} description={description} path={path} about={about} feed={feed} />;
}

function MakerTitle({ page: { kind, brand, name } }: { page: MakerPage }) {
  if (kind === 'brand') return <bdi className="decal">{brand}</bdi>;
  return (
    <>
      <Link className={styles.maker} to={brandPage(brand)}>
        <bdi className="decal">{brand}</bdi>
      </Link>{' '}
      <bdi>{name}</bdi>
    </>
  );
}

function MakerBikes({ names }: { names: MakerNames }) {
  const read = useMakerBikes(names);
  useNameChange(() => void read.refresh());
  return <FeedBikes read={read} />;
}

/** Begins a draft of the member's own bike of the model. */
function OwnOne({ page }: { page: MakerPage }) {
  const brands = useBrands();
  const begin = useNewDraft();
  const draft = () =>
    begin(async (user) => {
      const { draftOfModel } = await import('#src/features/bike-form/new-draft.ts');
      return draftOfModel(user.id, page, brands);
    });
  return (
    <Button look="quiet" onClick={draft}>
      I have this one too
    </Button>
  );
}

/** Opens the names of the page for moderators. */
function Moderate({ page }: { page: MakerPage }) {
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The page of another address took the place of the one where the name was changed.
  useEffect(() => {
    if (hasNameChanged() && document.activeElement === document.body) button.current?.focus();
  }, []);
  if (!user?.moderator && !user?.operator) return null;
  return (
    <>
      <Button ref={button} look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Moderate
      </Button>
      {isOpen && (
        <Suspense>
          <ModerateMaker page={page} userId={user.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface OpenMakerProps {
  names: MakerNames;
  page: MakerPage;
  /** When the shown copy was cached, in milliseconds since the epoch; null if it is current. */
  savedAt: number | null;
}

function OpenMaker({ names, page, savedAt }: OpenMakerProps) {
  const { user } = useSession();
  const preferences = useDisplayPreferences();
  const blocked = useBlocked();
  const cachedIds = useCachedBikeIds();
  const { kind, key, counted, bikes, liked } = page;
  const path = makerPath(namesOf(page));
  useRightAddress(path);
  const title = titleOf(page);
  const shownLiked = liked.filter(({ owner }) => !blocked.has(owner.id));
  const isLong = shownLiked.length > 0;
  const owners = page.owners.filter(({ id }) => !blocked.has(id));
  const followOf = (person: Person) =>
    refusal('member.follow', user, { id: person.id, blocked: false }) !== 'follow.own' && (
      <FollowButton thing={{ kind: 'member', key: person.id, name: '', person }} name={person.username} small />
    );
  const all = <MakerBikes names={names} />;
  const sections = (
    <>
      <MakerSections page={page} owners={owners} actionOf={followOf} units={<UnitSwitch />} />
      {counted < bikes && (
        <p className="quiet small">
          {t`These numbers count the newest ${figure(counted, preferences.writing)} bikes only.`}
        </p>
      )}
    </>
  );
  return (
    <div className="frame">
      <MakerMeta page={page} path={path} />
      <PageHead
        title={<MakerTitle page={page} />}
        action={
          <span className="row">
            <FollowButton thing={{ kind: page.isOfParts ? 'part' : kind, key, name: title }} />
            {kind === 'model' && user && <OwnOne page={page} />}
            <Moderate page={page} />
          </span>
        }
      />
      <p className="quiet figures">
        <span>{factsText(page)}</span>
        {page.kind === 'part' && <Since since={page.since} />}
      </p>
      {savedAt && <SavedCopy savedAt={savedAt} />}
      {/* A long list comes last: its end is far away. */}
      {isLong ? (
        <>
          <Section title="Most liked">
            <BikeGrid bikes={shownLiked} eager={firstView} opensOffline={(id) => cachedIds.has(id)} />
          </Section>
          {sections}
          <Section title="Newest">{all}</Section>
        </>
      ) : (
        <>
          <Section title="Bikes">{all}</Section>
          {sections}
        </>
      )}
    </div>
  );
}

function MakerOf({ names }: { names: MakerNames }) {
  const read = useMaker(names);
  const { data, savedCopy, savedAt, refresh } = read;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useNameChange((named) => {
    const isThis = data?.kind === named.kind && data.key === named.key;
    if (isThis && pathname === keyPage(named)) void refresh();
    else void freshPath(named).then((path) => (isThis ? navigate(path, { replace: true }) : refresh()));
  });
  if (data) return <OpenMaker names={names} page={data} savedAt={savedCopy ? savedAt : null} />;
  const none = {
    title: t`No bikes yet`,
    text: t`No bike on this site has this maker, model or part yet.`,
    action: (
      <Button look="quiet" to={searchPage()}>
        See all bikes
      </Button>
    ),
  };
  return (
    <UnreadPage
      read={read}
      missing={t`This page will load when you have signal.`}
      gone={none}
      skeleton={<GridSkeleton />}
    />
  );
}

/** The page of a maker, of a model, or of a part. */
export function MakerScreen() {
  const { brand = '', model, part } = useParams();
  const names = { brand, model, part };
  return <MakerOf key={makerPath(names)} names={names} />;
}
