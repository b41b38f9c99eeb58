import { useParams } from 'react-router';
import { shownName } from '#contract/folder-name.ts';
import { refusal } from '#contract/may.ts';
import { homePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { useCachedBikeIds } from '#src/features/bikes/list/bike-lists.queries.ts';
import { useBlocked } from '#src/features/blocks/blocks.queries.ts';
import { BikeNote } from '#src/features/favorites/bike-note.tsx';
import { Invitation } from '#src/features/favorites/invitation.tsx';
import { KeeperTools } from '#src/features/favorites/keeper-tools.tsx';
import { useKeeping } from '#src/features/favorites/keepers.queries.ts';
import { ListIntro } from '#src/features/favorites/list-intro.tsx';
import { useSharedFolder } from '#src/features/favorites/shared-folder.queries.ts';
import { FlagList } from '#src/features/flags/flag-list.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PersonLink } from '#src/ui/person-link.tsx';
import { trailArt } from '#src/ui/trail-art.tsx';
import { useCardActions } from './use-card-actions.tsx';

/** Number of photos in a phone's first view; these load eagerly. */
const firstView = 6;

const texts = {
  missing: {
    tab: t`Not saved on this device`,
    title: t`Not saved on this device.`,
    text: t`A shared folder needs a connection.`,
  },
  gone: { tab: t`Page not found`, title: t`Page not found`, text: t`This folder isn't shared.` },
  failed: { tab: t`Something went wrong on our end`, title: t`Something went wrong on our end.`, text: '' },
} as const;

/** A shared folder, for everybody who has the link. */
export function SharedFavoritesScreen() {
  const { shareId = '' } = useParams();
  const cachedIds = useCachedBikeIds();
  const { user } = useSession();
  const blocked = useBlocked();
  const actionOf = useCardActions();
  const { state, data: folder, refresh, loadMore, error, savedCopy, savedAt } = useSharedFolder(shareId);
  const keeping = useKeeping(user ? shareId : null);
  const role = keeping.data?.role ?? null;
  if (state === 'loading') {
    return (
      <div className="frame">
        <PageMeta title={undefined} />
        <GridSkeleton />
      </div>
    );
  }
  if (!folder) {
    const { tab, title, text } = texts[state === 'ready' ? 'failed' : state];
    const action =
      state === 'gone' ? (
        <Button look="quiet" to={homePage()}>
          Go to the home page
        </Button>
      ) : (
        <Button look="quiet" onClick={refresh}>
          Retry
        </Button>
      );
    return (
      <div className="frame">
        <PageMeta title={tab} />
        <EmptyState level={1} title={title} isUnsaved={state === 'missing'} art={trailArt} action={action}>
          {text || error?.message}
        </EmptyState>
      </div>
    );
  }
  const { owner, next } = folder;
  const name = shownName(folder.name);
  const cards = folder.items.filter((card) => !blocked.has(card.owner.id));
  const grid =
    cards.length === 0 && !next ? (
      <EmptyState title="Nothing in here yet." />
    ) : (
      <BikeGrid
        bikes={cards}
        level={2}
        eager={firstView}
        opensOffline={(id) => cachedIds.has(id)}
        actionOf={actionOf}
        underOf={(bike) => !blocked.has(owner.id) && <BikeNote bike={bike} />}
      />
    );
  return (
    <div className="frame">
      <PageMeta title={t`${name} by ${owner.username}`} description={t`Bikes in ${name} by ${owner.username}.`} />
      <PageHead
        title={<bdi>{name}</bdi>}
        about={
          <span>
            A folder of{' '}
            <span>
              <PersonLink person={owner} />
            </span>
            's favorites
          </span>
        }
      />
      <ListIntro
        shareId={shareId}
        folder={folder}
        isOwn={refusal('list.like', user, { ownerId: owner.id, blocked: false }) === 'list.own'}
        isBlocked={blocked.has(owner.id)}
        isKeeper={role === 'Keeper' || role === 'Offered'}
        savedAt={savedCopy ? savedAt : null}
        actions={<FlagList shareId={shareId} name={name} />}
      />
      {(role === 'Invited' || role === 'Offered') && (
        <Invitation
          list={{ shareId, name: folder.name }}
          owner={owner}
          isOffer={role === 'Offered'}
          onAnswer={() => {
            void refresh();
            void keeping.refresh();
          }}
        >
          {name}
        </Invitation>
      )}
      {user && (role === 'Keeper' || role === 'Offered') ? (
        <KeeperTools shareId={shareId} folder={folder} user={user} bikes={cards}>
          {grid}
        </KeeperTools>
      ) : (
        grid
      )}
      {next && <LoadMore load={loadMore} />}
    </div>
  );
}
