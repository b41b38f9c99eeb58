import { useState } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import type { FavoriteFolder, FolderBike } from '#contract/favorites.ts';
import { fold } from '#contract/fold.ts';
import { shownName } from '#contract/folder-name.ts';
import type { Id } from '#contract/ids.ts';
import { homePage } from '#contract/pages.ts';
import type { Read } from '#src/queries/read.ts';
import { Button } from '#src/ui/button.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Field } from '#src/ui/field.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { noteOnBike, sortFolder } from './favorites.actions.ts';
import styles from './favorites.module.css';
import type { FolderAct } from './folder-dialogs.tsx';
import { FolderText, readersOf } from './folder-text.tsx';
import { type FolderMode, FolderTools } from './folder-tools.tsx';
import { NoteBikes } from './note-bikes.tsx';
import { SortBikes } from './sort-bikes.tsx';

const textOf = ({ brand, model, year, nickname, category, owner }: BikeCard): string =>
  fold([brand, model, year, nickname, category, owner.username].join(' '));

/** Filters a folder's bikes by every typed word. */
function useBikesFound(bikes: readonly FolderBike[]) {
  const [typed, setTyped] = useState('');
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  const found = bikes.filter((bike) => {
    const text = textOf(bike);
    return wanted.every((word) => text.includes(word));
  });
  return { typed, setTyped, found };
}

interface OpenFolderProps {
  folder: FavoriteFolder;
  userId: Id;
  bikes: Read<FolderBike[]>;
  onAct: (doing: FolderAct) => void;
  /** Renders the bikes as cards. */
  grid: (bikes: readonly FolderBike[]) => Elements;
}

/** With more bikes than this, the folder has a search field. */
const many = 6;

function Unavailable({ bikes }: { bikes: Read<BikeCard[]> }) {
  const retry = (
    <Button look="quiet" busy={bikes.refreshing} onClick={bikes.refresh}>
      Retry
    </Button>
  );
  return bikes.state === 'missing' ? (
    <EmptyState isUnsaved title="Not saved on this device." action={retry}>
      This folder will load when you have signal.
    </EmptyState>
  ) : (
    <EmptyState title="Something went wrong on our end." action={retry}>
      {bikes.error?.message}
    </EmptyState>
  );
}

/** A folder with its bikes, a search field, sorting and the toolbar. */
export function OpenFolder({ folder, userId, bikes, onAct, grid }: OpenFolderProps) {
  const [mode, setMode] = useState<FolderMode>('look');
  const { typed, setTyped, found } = useBikesFound(bikes.data ?? []);
  if (bikes.state === 'loading') return <GridSkeleton count={3} />;
  if (!bikes.data) return <Unavailable bikes={bikes} />;
  const all = bikes.data;
  const content = () => {
    if (all.length === 0) {
      return (
        <EmptyState title="Nothing in here yet." action={<Button to={homePage()}>Browse bikes</Button>}>
          Press Favorite on a bike, then choose <bdi>{shownName(folder.name)}</bdi> under Folders.
        </EmptyState>
      );
    }
    if (mode === 'note') {
      return (
        <NoteBikes
          bikes={found}
          hint={readersOf(folder)}
          nameOf={(bike) => `note:${folder.id}:${bike.id}:${userId}`}
          onNote={(bike, note) => noteOnBike(bike, folder, userId, note)}
        />
      );
    }
    if (mode === 'sort') return <SortBikes bikes={all} onOrder={(order) => sortFolder(folder, userId, order)} />;
    return found.length > 0 ? grid(found) : <p role="status">No bikes match.</p>;
  };
  return (
    <div className={styles.folder}>
      <FolderText folder={folder} userId={userId} />
      <FolderTools folder={folder} userId={userId} mode={mode} count={all.length} onMode={setMode} onAct={onAct} />
      {all.length > many && mode !== 'sort' && (
        <Field label="Search in this folder">
          <TextInput type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      )}
      {content()}
    </div>
  );
}
