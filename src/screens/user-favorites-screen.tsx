import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { FavoriteFolder } from '#contract/favorites.ts';
import { shownName } from '#contract/folder-name.ts';
import type { Id } from '#contract/ids.ts';
import { favoritesPage, homePage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { useCachedBikeIds } from '#src/features/bikes/list/bike-lists.queries.ts';
import { BikeNote } from '#src/features/favorites/bike-note.tsx';
import { fetchMissingBikes } from '#src/features/favorites/download-folder.ts';
import { FavoriteButton } from '#src/features/favorites/favorite-button.tsx';
import { FavoritePicker } from '#src/features/favorites/favorite-picker.tsx';
import { useFolderBikes, useFolders } from '#src/features/favorites/favorites.queries.ts';
import { type FolderAct, FolderDialogs } from '#src/features/favorites/folder-dialogs.tsx';
import { FolderList } from '#src/features/favorites/folder-list.tsx';
import { KeptLists } from '#src/features/favorites/kept-lists.tsx';
import { OpenFolder } from '#src/features/favorites/open-folder.tsx';
import type { Read } from '#src/queries/read.ts';
import { ReadError } from '#src/queries/read-error.tsx';
import { useSession } from '#src/session/use-session.ts';
import { bikeArt } from '#src/ui/bike-art.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { Plus } from '#src/ui/icons.js';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { trailArt } from '#src/ui/trail-art.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';

interface FoldersProps {
  read: Read<FavoriteFolder[]>;
  userId: Id;
}

function AllFolders({ read, userId }: FoldersProps) {
  const [making, setMaking] = useState(false);
  const { state, data, savedCopy, savedAt } = read;
  usePageTitle(t`Favorites`);
  const make = (
    <Button look="quiet" onClick={() => setMaking(true)}>
      <Plus className="icon icon-small" aria-hidden="true" />
      New folder
    </Button>
  );
  const empty = data?.length === 1 && data[0]?.count === 0;
  const content = () => {
    if (state === 'loading') return <GridSkeleton count={3} />;
    if (!data) {
      const missing = t`Your folders will load when you have signal.`;
      return <ReadError read={read} missing={missing} />;
    }
    if (!empty) return <FolderList folders={data} userId={userId} />;
    return (
      <EmptyState art={bikeArt} title="No favorites yet." action={<Button to={homePage()}>Browse bikes</Button>}>
        Press Favorite on a bike to save it here, in your own folders.
      </EmptyState>
    );
  };
  return (
    <>
      <PageHead
        title="Favorites"
        about={savedCopy && savedAt ? <SavedCopy savedAt={savedAt} /> : undefined}
        action={data ? make : undefined}
      />
      {content()}
      <KeptLists />
      {making && data && (
        <FolderDialogs doing={{ act: 'make' }} userId={userId} folders={data} onClose={() => setMaking(false)} />
      )}
    </>
  );
}

interface GoneProps {
  /** The bike whose folder picker is open. */
  bike: BikeCard | undefined;
  folder: FavoriteFolder;
  isThere: boolean;
}

/** Says that a bike has left the folder, and takes the focus of its removed button. */
function Gone({ bike, folder, isThere }: GoneProps) {
  const textRef = useRef<HTMLParagraphElement>(null);
  const [left, setLeft] = useState<string>();
  const title = bike && !isThere ? titleOf(bike) : undefined;
  if (title && title !== left) setLeft(title);
  useLayoutEffect(() => {
    if (!bike && left && document.activeElement === document.body) textRef.current?.focus();
  }, [bike, left]);
  return (
    <p ref={textRef} role="status" tabIndex={-1} className="quiet small">
      {!bike && left && t`${left} was removed from ${shownName(folder.name)}.`}
    </p>
  );
}

function OneFolder({ read, userId, folder }: FoldersProps & { folder: FavoriteFolder }) {
  const navigate = useNavigate();
  const [doing, setDoing] = useState<FolderAct>();
  const [picking, setPicking] = useState<{ bike: BikeCard; anchor: Element }>();
  const bikes = useFolderBikes(folder.id);
  const cachedIds = useCachedBikeIds();
  const { data, savedCopy, savedAt } = bikes;
  usePageTitle(shownName(folder.name));
  // Fetches bikes that are new in a folder kept offline.
  useEffect(() => void (data && fetchMissingBikes()), [data]);
  const age = savedCopy && savedAt ? <SavedCopy savedAt={savedAt} /> : null;
  return (
    <>
      <p>
        <LinkButton to={favoritesPage()}>All folders</LinkButton>
      </p>
      <PageHead
        title={<bdi>{shownName(folder.name)}</bdi>}
        about={age ?? (data?.length ? many(data.length)`# bike|# bikes` : undefined)}
      />
      <OpenFolder
        folder={folder}
        userId={userId}
        bikes={bikes}
        onAct={setDoing}
        grid={(shown) => (
          <BikeGrid
            bikes={shown}
            level={2}
            opensOffline={(id) => cachedIds.has(id)}
            underOf={(bike) => <BikeNote bike={bike} />}
            actionOf={(bike) => (
              <FavoriteButton bike={bike} on compact onOpen={(anchor) => setPicking({ bike, anchor })} />
            )}
          />
        )}
      />
      <Gone bike={picking?.bike} folder={folder} isThere={data?.some(({ id }) => id === picking?.bike.id) ?? true} />
      {picking && <FavoritePicker {...picking} userId={userId} onClose={() => setPicking(undefined)} />}
      {doing && (
        <FolderDialogs
          doing={doing}
          userId={userId}
          folders={read.data ?? []}
          onClose={() => setDoing(undefined)}
          onDeleted={() => void navigate(favoritesPage(), { replace: true })}
        />
      )}
    </>
  );
}

/** The member's folders, or the folder of the address. */
export function UserFavoritesScreen() {
  const { user } = useSession();
  const [params] = useSearchParams();
  const read = useFolders();
  const folderId = params.get('folder');
  if (!user) return null;
  if (!folderId || !read.data) return <AllFolders read={read} userId={user.id} />;
  const folder = read.data.find(({ id }) => id === folderId);
  if (folder) return <OneFolder key={folderId} read={read} userId={user.id} folder={folder} />;
  return (
    <EmptyState
      level={1}
      title="Page not found"
      art={trailArt}
      action={<Button to={favoritesPage()}>All folders</Button>}
    >
      This folder doesn't exist or was deleted.
    </EmptyState>
  );
}
