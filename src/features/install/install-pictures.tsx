import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { Mark } from '#src/ui/mark.tsx';
import styles from './install-pictures.module.css';

// Pictures of steps that the text beside them describes, so screen readers skip them.

/** Shapes of lucide's icons. Drawn here, they are no part of the icons that every screen loads. */
const shapes = {
  back: 'm15 18-6-6 6-6',
  forward: 'm9 18 6-6-6-6',
  share: 'M12 2v13M16 6l-4-4-4 4M4 12v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8',
  book: 'M12 7v14M3 18a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h5a4 4 0 0 1 4 4 4 4 0 0 1 4-4h5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-6a3 3 0 0 0-3 3 3 3 0 0 0-3-3z',
  copy: 'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16a2 2 0 0 1-2-2V4c0-1.1.9-2 2-2h10a2 2 0 0 1 2 2',
  star: 'M12 2.5l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5L2.5 9.4l6.6-.9z',
  add: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 12h8M12 8v8',
};

const Icon = ({ of, small }: { of: keyof typeof shapes; small?: boolean }) => (
  <svg
    className={classNames('icon', small && 'icon-small')}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={shapes[of]} />
  </svg>
);

const Picture = ({ children }: { children: ReactNode }) => (
  <div className={styles.picture} aria-hidden="true">
    {children}
  </div>
);

/** Safari's toolbar, with Share marked. */
export const Toolbar = () => (
  <Picture>
    <div className={styles.bar}>
      <Icon of="back" />
      <Icon of="forward" />
      <span className={styles.here}>
        <Icon of="share" />
      </span>
      <Icon of="book" />
      <Icon of="copy" />
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
          Copy <Icon of="copy" small />
        </li>
        <li>
          Add to Favorites <Icon of="star" small />
        </li>
        <li className={styles.here}>
          Add to Home Screen <Icon of="add" small />
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
