import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styles from './disclosure.module.css';

interface FoldProps {
  title: ReactNode;
  /** What is in it, in a few words. */
  about?: string;
  /** Something in it needs a look: it opens, and stays open as long as that is so. */
  wanted?: boolean;
  children: ReactNode;
}

/** A part of a page that is folded away under its heading. */
export function Disclosure({ title, about, wanted = false, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const shown = open || wanted;
  return (
    <details className={styles.fold} open={shown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.title}>{title}</span>
        {about && <span className={styles.about}>{about}</span>}
        <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
