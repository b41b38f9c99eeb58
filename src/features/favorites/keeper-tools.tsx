import { useState } from 'react';
import { titleOf } from '#contract/bike-names.ts';
import { type FolderBike, favoriteLimits, type SharedFolder } from '#contract/favorites.ts';
import { shownName } from '#contract/folder-name.ts';
import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { ArrowUpDown, MessageCircle } from '#src/ui/icons.js';
import { passFocusOn } from '#src/ui/pass-focus-on.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import styles from './favorites.module.css';
import type { FolderMode } from './folder-tools.tsx';
import { describeKept, leave, noteOnKept, removeWithUndo, sortList } from './keepers.actions.ts';
import { NoteBikes } from './note-bikes.tsx';
import { SortBikes } from './sort-bikes.tsx';
import { textProblem } from './word-problems.ts';
import { Words } from './words.tsx';

interface KeeperToolsProps {
  shareId: string;
  folder: SharedFolder;
  user: Person;
  bikes: readonly FolderBike[];
  /** Renders the bikes as cards. */
  children: Elements;
}

interface LeaveDialogProps {
  list: { shareId: string; name: string };
  userId: Id;
  onClose: () => void;
}

function LeaveDialog({ list, userId, onClose }: LeaveDialogProps) {
  const name = shownName(list.name);
  const go = async () => {
    onClose();
    try {
      const undo = await leave(list, userId);
      if (undo) offerUndo(t`You have left ${name}.`, undo);
    } catch (error) {
      complain(error);
    }
  };
  const actions = (
    <>
      <Button look="plain" onClick={onClose}>
        Cancel
      </Button>
      <Button look="danger" onClick={() => void go()}>
        Leave
      </Button>
    </>
  );
  return (
    <Dialog title={t`Leave ${name}?`} alert actions={actions} onClose={onClose}>
      <p>What you have added stays. To keep this list again, you need another invitation.</p>
    </Dialog>
  );
}

/** A shared folder for a keeper: the text, notes, order and removal of its bikes, and leaving it. */
export function KeeperTools({ shareId, folder, user, bikes, children }: KeeperToolsProps) {
  const [mode, setMode] = useState<FolderMode>('look');
  const [isLeaving, setIsLeaving] = useState(false);
  const name = shownName(folder.name);
  const list = { shareId, name: folder.name };
  const remove = async (bike: FolderBike) => {
    try {
      const undo = await removeWithUndo(bike, list, user);
      if (undo) offerUndo(t`${titleOf(bike)} was removed from ${name}.`, undo);
    } catch (error) {
      complain(error);
    }
  };
  const toggle = (other: FolderMode) => () => setMode(mode === other ? 'look' : other);
  const content = () => {
    if (mode === 'sort') {
      return <SortBikes bikes={bikes} onOrder={(order) => sortList(list, user.id, order)} />;
    }
    if (mode !== 'note') return children;
    return (
      <NoteBikes
        bikes={bikes}
        hint={t`Everyone who sees this folder can read it.`}
        nameOf={(bike) => `note:${shareId}:${bike.id}:${user.id}`}
        onNote={(bike, note) => noteOnKept(bike, list, user.id, note)}
        onRemove={(bike) => void remove(bike)}
      />
    );
  };
  return (
    <div ref={passFocusOn} className={styles.folder}>
      <Words
        label={t`Text of ${name}`}
        add={t`Add a text`}
        hint={t`Everyone who sees this folder can read it.`}
        name={`list-text:${shareId}:${user.id}`}
        text={folder.text}
        max={favoriteLimits.text}
        problem={textProblem}
        onSave={(text) => describeKept(list, user.id, text)}
      />
      <div className={styles.tools}>
        <p className="quiet small">You keep this list. To add a bike, press Favorite on it, then Folders.</p>
        <div className={styles.toolButtons}>
          {bikes.length > 1 && mode !== 'note' && (
            <Button look="quiet" small onClick={toggle('sort')}>
              <ArrowUpDown className="icon icon-small" aria-hidden="true" />
              <span>{mode === 'sort' ? t`Done` : t`Sort`}</span>
            </Button>
          )}
          {bikes.length > 0 && mode !== 'sort' && (
            <Button look="quiet" small onClick={toggle('note')}>
              <MessageCircle className="icon icon-small" aria-hidden="true" />
              <span>{mode === 'note' ? t`Done` : t`Notes and bikes`}</span>
            </Button>
          )}
          <Button look="quiet" small onClick={() => setIsLeaving(true)}>
            Leave
          </Button>
        </div>
      </div>
      {content()}
      {isLeaving && <LeaveDialog list={list} userId={user.id} onClose={() => setIsLeaving(false)} />}
    </div>
  );
}
