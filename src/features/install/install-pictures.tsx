import { BookOpen, ChevronLeft, ChevronRight, Copy, Share, SquarePlus, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Mark } from '#src/ui/mark.tsx';
import styles from './install-pictures.module.css';

// Pictures of steps that the text beside them describes, so screen readers skip them.

const Picture = ({ children }: { children: ReactNode }) => (
  <div className={styles.picture} aria-hidden="true">
    {children}
  </div>
);

/** Safari's toolbar, with Share marked. */
export const Toolbar = () => (
  <Picture>
    <div className={styles.bar}>
      <ChevronLeft className="icon" />
      <ChevronRight className="icon" />
      <span className={styles.here}>
        <Share className="icon" />
      </span>
      <BookOpen className="icon" />
      <Copy className="icon" />
    </div>
  </Picture>
);

/** The list of the share sheet, with Add to Home Screen marked. */
export const ShareSheet = () => (
  <Picture>
    <div className={styles.sheet}>
      <div className={styles.head}>
        <Mark className={styles.mark} />
        <span>
          <strong>Headbadge</strong>
          <span className="quiet small">headbadge</span>
        </span>
      </div>
      <ul>
        <li>
          Copy <Copy className="icon icon-small" />
        </li>
        <li>
          Add to Favorites <Star className="icon icon-small" />
        </li>
        <li className={styles.here}>
          Add to Home Screen <SquarePlus className="icon icon-small" />
        </li>
      </ul>
    </div>
  </Picture>
);

/** The question before it is added, with Add marked. */
export const AddSheet = () => (
  <Picture>
    <div className={styles.sheet}>
      <div className={styles.question}>
        <span>Cancel</span>
        <strong>Add to Home Screen</strong>
        <span className={styles.here}>Add</span>
      </div>
      <div className={styles.head}>
        <Mark className={styles.mark} />
        <strong>Headbadge</strong>
      </div>
    </div>
  </Picture>
);
