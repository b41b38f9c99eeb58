import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import * as v from 'valibot';
import { noNotice } from '#contract/bike-defaults.ts';
import { altOf, titleOf } from '#contract/bike-names.ts';
import type { BikeNotice } from '#contract/bike-notice.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import { categoryLabel } from '#contract/card-labels.ts';
import { Id } from '#contract/id-schema.ts';
import { may, refusal } from '#contract/may.ts';
import { bikePage, loginPage, messagesPage, winnersPage } from '#contract/pages.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { memberFeed, shareCardPath } from '#contract/sharing.ts';
import { pageLanguage, t } from '#contract/texts.ts';
import { userPage } from '#contract/user-page.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import { ActionBar } from '#src/features/bikes/page/action-bar.tsx';
import { isFlagged, useBike } from '#src/features/bikes/page/bike.queries.ts';
import { BikeOwner } from '#src/features/bikes/page/bike-owner.tsx';
import { BikePage } from '#src/features/bikes/page/bike-page.tsx';
import { BikeUnavailable } from '#src/features/bikes/page/bike-unavailable.tsx';
import { FlaggedBike } from '#src/features/bikes/page/flagged-bike.tsx';
import { useOwnBike } from '#src/features/bikes/page/own-bike.queries.ts';
import { RelatedBikes } from '#src/features/bikes/page/related-bikes.tsx';
import { ShareButton } from '#src/features/bikes/page/share-button.tsx';
import type { ShownBike } from '#src/features/bikes/shown-bike.ts';
import { CommentSection } from '#src/features/comments/comment-section.tsx';
import { type Composer, useComposer } from '#src/features/comments/use-composer.ts';
import { FavoriteButton } from '#src/features/favorites/favorite-button.tsx';
import { useFavorite } from '#src/features/favorites/favorites.queries.ts';
import { FlagBike } from '#src/features/flags/flag-bike.tsx';
import { useFlagging } from '#src/features/flags/use-flagging.tsx';
import { FollowMenu } from '#src/features/follows/follow-menu.tsx';
import { LikeButton } from '#src/features/likes/like-button.tsx';
import { useLike } from '#src/features/likes/likes.queries.ts';
import { retryRow, undoQueued } from '#src/features/outbox/outbox.actions.ts';
import { UnitSwitch } from '#src/features/preferences/unit-switch.tsx';
import { BeforeAfter } from '#src/features/updates/before-after.tsx';
import { UpdateList } from '#src/features/updates/update-list.tsx';
import { useLook } from '#src/features/views/use-look.ts';
import { useWeekRank } from '#src/features/winners/ranking.queries.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { Counts } from '#src/ui/counts.tsx';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { useNow } from '#src/ui/use-now.ts';
import { WhenNear } from '#src/ui/when-near.tsx';
import styles from './bike-screen.module.css';
import { TrailEnd } from './trail-end.tsx';
import { useDuplicate } from './use-duplicate.ts';

const KeptListsButton = lazy(() =>
  import('#src/features/favorites/kept-lists-button.tsx').then((it) => ({ default: it.KeptListsButton })),
);
const LikersDialog = lazy(() =>
  import('#src/features/likes/likers-dialog.tsx').then((it) => ({ default: it.LikersDialog })),
);
// Below everything else, so that the first load does without it.
const BikeLists = lazy(() =>
  import('#src/features/favorites/found-lists.tsx').then((it) => ({ default: it.BikeLists })),
);
// Only owners load it.
const OwnBike = lazy(() => import('#src/features/bikes/status/own-bike.tsx').then((it) => ({ default: it.OwnBike })));

/** Replaces the address if the bike's name in it is out of date. */
function useRightAddress(bike: ShownBike): void {
  const { pathname, hash, state } = useLocation();
  const navigate = useNavigate();
  const right = bikePage(bike.id, bike.slug);
  useEffect(() => {
    if (pathname !== right) void navigate(right + hash, { replace: true, state });
  }, [pathname, right, hash, state, navigate]);
}

/** Maximum length of a description on share cards, in characters. */
const maxShareText = 160;

const counter = (action: string, userInteractionCount: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount,
});

function BikeMeta({ bike }: { bike: ShownBike }) {
  const path = bikePage(bike.id, bike.slug);
  const [cover] = bike.photos;
  const title = titleOf(bike);
  const card = { path: shareCardPath(bike.id, bike.version, pageLanguage), alt: cover ? altOf(bike, cover) : title };
  const feed = { path: memberFeed(bike.owner.id), title: t`Bikes by ${bike.owner.username}` };
  const story = bike.story.replace(/\s+/g, ' ').slice(0, maxShareText);
  const about = (home: string, { origin }: { origin: string }) => ({
    '@type': 'DiscussionForumPosting',
    headline: title,
    url: home + path,
    // The language of the page; nobody knows that of the story.
    mainEntityOfPage: { '@type': 'WebPage', url: home + path, inLanguage: pageLanguage },
    image: [origin + card.path, ...(cover ? [origin + photoPath(cover.id, 1280)] : [])],
    ...(story && { text: story }),
    datePublished: bike.publishedAt,
    author: {
      '@type': 'Person',
      name: bike.owner.username,
      url: home + userPage(bike.owner.id, bike.owner.username),
    },
    commentCount: bike.counts.comments,
    interactionStatistic: [counter('LikeAction', bike.counts.likes), counter('ViewAction', bike.counts.views)],
  });
  const description = story || t`${title} by ${bike.owner.username}. Category: ${categoryLabel(bike.category)}.`;
  return <PageMeta title={title} description={description} path={path} card={card} feed={feed} about={about} />;
}

/** Links to a message to the owner that carries the bike; a visitor logs in first. */
function AskAboutBike({ bike: { id, owner } }: { bike: ShownBike }) {
  const { user } = useSession();
  const page = messagesPage(owner.id, id);
  return (
    <Button look="quiet" small to={user ? page : loginPage(page)}>
      Ask about this bike
    </Button>
  );
}

/** The actions of a viewer toward the owner, and what they can follow. */
function OwnerActions({ bike, unsent }: { bike: ShownBike; unsent: boolean }) {
  return (
    <div className="row">
      <AskAboutBike bike={bike} />
      {!unsent && <FollowMenu bike={cardOf(bike)} tags={bike.tags} />}
    </div>
  );
}

interface OwnSideProps {
  bike: ShownBike;
  standing: BikeNotice;
  isNew: boolean;
  /** The bike is not on the server yet. */
  unsent: boolean;
}

// For translators: the rank of a bike among those that may become Bike of the Week.
const rankText = (rank: number) => t`No. ${rank} this week`;

/** Milliseconds in which a new bike is greeted as published, wherever its owner comes from. */
const newForMs = 3_600_000;

/** Whether the bike has just been published: on the page before, or by the server's time. */
function useIsNew({ id, publishedAt, version }: ShownBike): boolean {
  const now = useNow();
  if (useLocation().state?.published === id) return true;
  if (!now || !publishedAt || version > 1) return false;
  return Math.abs(now.getTime() - Date.parse(publishedAt)) < newForMs;
}

/** The owner's part of the page. Its place is reserved while its code loads. */
function OwnSide(props: OwnSideProps) {
  const duplicate = useDuplicate();
  return (
    <Suspense fallback={<div className={styles.ownSide} />}>
      <OwnBike {...props} undoQueued={undoQueued} retry={retryRow} onDuplicate={duplicate} />
    </Suspense>
  );
}

interface UpdatesProps {
  bike: Bike;
  /** Whether the bike waits to be sent. */
  waiting: boolean;
  /** The composer of comments; absent where the bike takes none. */
  composer?: Composer;
}

/** The updates of a bike, with its before and after. */
function Updates({ bike, waiting, composer }: UpdatesProps) {
  const { user } = useSession();
  return (
    <>
      <BeforeAfter bike={bike} />
      <UpdateList
        bike={bike}
        waiting={waiting}
        isOwn={may('bike.edit', user, bike)}
        isOpen={composer !== undefined}
        onComment={composer && !bike.commentsClosed ? composer.commentOn : null}
        undoQueued={undoQueued}
        retry={retryRow}
      />
    </>
  );
}

interface OpenBikeProps {
  bike: ShownBike;
  /** When the shown cached copy was saved, milliseconds since the epoch; null for a fresh answer. */
  savedAt: number | null;
  unsent: boolean;
}

function OpenBike({ bike, savedAt, unsent }: OpenBikeProps) {
  const { user } = useSession();
  const like = useLike(bike.id) ?? { liked: false, likes: bike.counts.likes };
  const favorite = useFavorite(bike) ?? {
    folderIds: [],
    keptListIds: [],
    favorites: bike.counts.favorites ?? 0,
  };
  const composer = useComposer(bike.id, user?.id);
  const flagging = useFlagging();
  const subject = bikeSubject(cardOf(bike));
  const [likers, setLikers] = useState(false);
  // Without script nothing could open it.
  const hydrated = useHydrated();
  useRightAddress(bike);
  const isOwn = refusal('bike.like', user, bike) === 'like.own';
  useLook(isOwn || unsent ? null : bike.id);
  const isNew = useIsNew(bike) && isOwn;
  const rank = useWeekRank(bike);
  const counts = [
    { name: t`Likes`, count: like.likes, onOpen: hydrated && !unsent ? () => setLikers(true) : undefined },
    { name: t`Comments`, count: bike.counts.comments },
    { name: t`Views`, count: bike.counts.views },
    { name: t`Favorites`, count: favorite.favorites },
  ];
  const forOthers = (
    <ActionBar>
      <LikeButton bike={cardOf(bike)} liked={like.liked} />
      <FavoriteButton bike={cardOf(bike)} on={favorite.folderIds.length + favorite.keptListIds.length > 0} />
      <ShareButton bike={bike} />
    </ActionBar>
  );
  const ownActions = (
    <>
      <OwnSide bike={bike} standing={noNotice} isNew={isNew} unsent={unsent} />
      {!unsent && (
        <Suspense>
          <KeptListsButton bike={cardOf(bike)} />
        </Suspense>
      )}
    </>
  );
  const owner = <BikeOwner bike={bike} action={<OwnerActions bike={bike} unsent={unsent} />} />;
  return (
    <div className="frame">
      <BikeMeta bike={bike} />
      <BikePage
        bike={bike}
        savedAt={savedAt}
        rank={rank !== null && <Link to={winnersPage()}>{rankText(rank)}</Link>}
        numbers={!unsent && !isNew && <Counts counts={counts} />}
        actions={isOwn ? ownActions : forOthers}
        owner={!isOwn && owner}
        units={<UnitSwitch />}
        flag={
          !unsent && (
            <FlagBike bike={cardOf(bike)} onFlag={() => flagging.flag({ type: 'Post', id: bike.id, subject })} />
          )
        }
        related={!isOwn && <RelatedBikes bike={bike} />}
        updates={<Updates bike={bike} waiting={bike.waiting !== null} {...(!unsent && { composer })} />}
      >
        {/* Asks for the comments again when the bike has arrived. */}
        <CommentSection
          key={String(unsent)}
          bike={bike}
          unsent={unsent}
          composer={composer}
          undoQueued={undoQueued}
          retry={retryRow}
          onFlag={(id) => flagging.flag({ type: 'Comment', id, subject })}
        />
      </BikePage>
      {!unsent && (
        <WhenNear key={bike.id}>
          <Suspense>
            <BikeLists bikeId={bike.id} />
          </Suspense>
        </WhenNear>
      )}
      {flagging.dialog}
      {likers && (
        <Suspense>
          <LikersDialog bike={bike} onClose={() => setLikers(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface HiddenBikeProps {
  bike: ShownBike;
  standing: BikeNotice;
  savedAt: number | null;
}

/** A bike that is not publicly visible, as its owner sees it: without likes and comments. */
function HiddenBike({ bike, standing, savedAt }: HiddenBikeProps) {
  useRightAddress(bike);
  return (
    <div className="frame">
      <PageMeta title={titleOf(bike)} />
      <BikePage
        bike={bike}
        savedAt={savedAt}
        numbers={null}
        actions={<OwnSide bike={bike} standing={standing} isNew={false} unsent={false} />}
        units={<UnitSwitch />}
        updates={<Updates bike={bike} waiting={bike.waiting !== null} />}
      >
        {null}
      </BikePage>
    </div>
  );
}

/** Shows the owner their hidden bike, and everybody else that there is none. */
function OwnOrNone({ id, read }: { id: Id; read: ReturnType<typeof useBike> }) {
  const { user } = useSession();
  const asks = user !== null && read.state !== 'loading';
  const own = useOwnBike(id, asks);
  const { savedCopy, savedAt } = own;
  const { bike, standing } = own.data ?? { bike: read.data, standing: noNotice };
  if (bike) return <HiddenBike bike={bike} standing={standing} savedAt={savedCopy ? savedAt : null} />;
  if (asks && own.state === 'loading' && own.error === null) return <BikeUnavailable id={id} read={own} />;
  return isFlagged(read.error) ? (
    <FlaggedBike id={id} updatesOf={(shown) => <Updates bike={shown} waiting={false} />} />
  ) : (
    <BikeUnavailable id={id} read={read} />
  );
}

function BikeById({ id }: { id: Id }) {
  const read = useBike(id);
  const { data, savedCopy, savedAt } = read;
  if (data?.status !== 'Active') return <OwnOrNone id={id} read={read} />;
  return (
    <OpenBike bike={data} savedAt={savedCopy ? savedAt : null} unsent={data.waiting !== null && savedAt === null} />
  );
}

/** The page of a bike. */
export function BikeScreen() {
  const { bikeId = '' } = useParams();
  if (!v.is(Id, bikeId)) return <TrailEnd />;
  return <BikeById key={bikeId} id={bikeId} />;
}
