import { followersPage, homePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { FollowingList } from '#src/features/follows/following-list.tsx';
import { useListedFollowing } from '#src/features/follows/follows.queries.ts';
import { useKeptSearches } from '#src/features/follows/use-kept-searches.ts';
import { ReadError } from '#src/queries/read-error.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { NavRow } from '#src/ui/nav-row.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { trailArt } from '#src/ui/trail-art.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

function Following() {
  const { user } = useSession();
  const read = useListedFollowing();
  const { state, data } = read;
  useKeptSearches(data, user?.id);
  if (state === 'loading' || !user) return <Loader />;
  if (!data) return <ReadError read={read} missing={t`What you follow will load when you have signal.`} />;
  if (data.length > 0) return <FollowingList items={data} userId={user.id} />;
  return (
    <EmptyState title="You follow nobody yet." art={trailArt} action={<Button to={homePage()}>Browse bikes</Button>}>
      Press Follow on the page of a member, a bike or a search to find them here.
    </EmptyState>
  );
}

/** The list of things that the member follows. */
export function UserFollowingScreen() {
  const { savedCopy, savedAt } = useListedFollowing();
  usePageTitle(t`Following`);
  return (
    <>
      <PageHead title="Following" about={savedCopy && savedAt ? <SavedCopy savedAt={savedAt} /> : undefined} />
      <div className={styles.column}>
        <Following />
        <NavRow to={followersPage()}>Your followers</NavRow>
      </div>
    </>
  );
}
