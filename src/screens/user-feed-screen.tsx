import type { Id } from '#contract/ids.ts';
import { followingPage, winnersPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useBlocked } from '#src/features/blocks/blocks.queries.ts';
import { useMemberFeed, useSuggestions } from '#src/features/feed/feed.queries.ts';
import { FeedList } from '#src/features/feed/feed-list.tsx';
import { Suggestions } from '#src/features/feed/suggestions.tsx';
import { useKeeping } from '#src/features/feed/use-keeping.ts';
import { useSeenBefore } from '#src/features/feed/use-seen-before.ts';
import { useFollowing } from '#src/features/follows/follows.queries.ts';
import { useWeekRanking } from '#src/features/winners/ranking.queries.ts';
import { RankingList } from '#src/features/winners/ranking-list.tsx';
import { ReadError } from '#src/queries/read-error.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { Section } from '#src/ui/section.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './user-feed-screen.module.css';

/** The first three of the week. */
function FirstOfWeek() {
  const { data } = useWeekRanking();
  const blocked = useBlocked();
  const places = data?.places.filter(({ bike }) => !blocked.has(bike.owner.id)).slice(0, 3) ?? [];
  if (places.length === 0) return null;
  const all = (
    <Button look="plain" small to={winnersPage()}>
      See all
    </Button>
  );
  return (
    <Section title="This week" action={all}>
      <RankingList places={places} />
    </Section>
  );
}

/** What fills the page of who follows little: suggestions, and the week. */
function More() {
  const { data } = useSuggestions();
  return (
    <>
      {data && data.length > 0 && <Suggestions suggestions={data} />}
      <FirstOfWeek />
    </>
  );
}

/** Says what the feed is while it shows nothing. */
function Nothing({ followsSomething }: { followsSomething: boolean }) {
  return (
    <div className={styles.nothing}>
      <p className={styles.lead}>
        {followsSomething
          ? t`Nothing new yet of what you follow.`
          : t`Follow members, bikes, models, tags and searches, and see here what is new of them.`}
      </p>
      <p className="quiet">
        New bikes, photos and updates, sold and stolen bikes, and Bikes of the Week. The latest comes first, and nothing
        else is shown.
      </p>
    </div>
  );
}

interface FeedProps {
  userId: Id;
  read: ReturnType<typeof useMemberFeed>;
}

function Feed({ userId, read }: FeedProps) {
  const following = useFollowing();
  const seenAt = useSeenBefore(userId);
  useKeeping(userId, read);
  const { state, data } = read;
  if (state === 'loading' || seenAt === undefined) return <GridSkeleton count={4} />;
  if (!data) return <ReadError read={read} missing={t`What is new will load when you have signal.`} />;
  const { entries, more, loadMore } = data;
  return (
    <>
      {entries.length > 0 && <FeedList entries={entries} more={more} seenAt={seenAt} />}
      {more && <LoadMore load={loadMore} />}
      {entries.length === 0 && !more && <Nothing followsSomething={(following.data ?? []).length > 0} />}
      {!more && <More />}
    </>
  );
}

function MemberFeed({ userId }: { userId: Id }) {
  const read = useMemberFeed(userId, 'page');
  const { savedCopy, savedAt } = read;
  const toFollowing = (
    <Button look="quiet" small to={followingPage()}>
      What you follow
    </Button>
  );
  return (
    <>
      <PageHead
        title="Feed"
        about={savedCopy && savedAt ? <SavedCopy savedAt={savedAt} /> : undefined}
        action={toFollowing}
      />
      <Feed userId={userId} read={read} />
    </>
  );
}

/** The member's feed: news of the things that they follow. */
export function UserFeedScreen() {
  const { user } = useSession();
  usePageTitle(t`Feed`);
  return user && <MemberFeed userId={user.id} />;
}
