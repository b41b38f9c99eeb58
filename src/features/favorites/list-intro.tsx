import type { SharedFolder } from '#contract/favorites.ts';
import type { Elements } from '#src/ui/elements.ts';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import styles from './favorites.module.css';
import { KeptBy } from './kept-by.tsx';
import { ListLike } from './list-like-button.tsx';
import { Prose } from './words.tsx';

interface ListIntroProps {
  shareId: string;
  folder: SharedFolder;
  isOwn: boolean;
  /** There is a block between the reader and the owner. */
  isBlocked: boolean;
  /** A keeper edits the text below. */
  isKeeper: boolean;
  /** When the shown cached copy was saved, milliseconds since the epoch; null for a fresh answer. */
  savedAt: number | null;
  /** Further actions, for others. */
  actions: Elements;
}

/** The text, keepers and likes of a shared folder. */
export const ListIntro = ({
  shareId,
  folder: { name, owner, text, likes, keepers = [] },
  isOwn,
  isBlocked,
  isKeeper,
  savedAt,
  actions,
}: ListIntroProps) => (
  <div className={styles.intro}>
    {savedAt !== null && (
      <p>
        <SavedCopy savedAt={savedAt} />
      </p>
    )}
    {text && !isBlocked && !isKeeper && <Prose text={text} />}
    {!isBlocked && <KeptBy owner={owner} keepers={keepers} />}
    <div className="row">
      {!isBlocked && <ListLike list={{ shareId, name }} likes={likes} isOwn={isOwn} />}
      {!isOwn && actions}
    </div>
  </div>
);
