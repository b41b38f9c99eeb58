import { listOwnFollowers } from '#contract/follows.ts';
import { followingPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { runAction } from '#src/actions/run-action.ts';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { PeopleList } from '#src/queries/people-list.tsx';
import { useSession } from '#src/session/use-session.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NavRow } from '#src/ui/nav-row.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { trailArt } from '#src/ui/trail-art.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

/** The members who follow the member. */
export function UserFollowersScreen() {
  const { user } = useSession();
  usePageTitle(t`Followers`);
  if (!user) return null;
  return (
    <>
      <PageHead title="Followers" />
      <div className={styles.column}>
        <PeopleList
          name={`followers ${user.id}`}
          fetch={(cursor) => runAction(listOwnFollowers, { as: user.id, query: { cursor } })}
          actionOf={(person) => (
            <FollowButton thing={{ kind: 'member', key: person.id, name: '', person }} name={person.username} />
          )}
          empty={
            <EmptyState title="Nobody follows you yet." art={trailArt}>
              When a member follows you, you find them here.
            </EmptyState>
          }
        />
        <NavRow to={followingPage()}>What you follow</NavRow>
      </div>
    </>
  );
}
