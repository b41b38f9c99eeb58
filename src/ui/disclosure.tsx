import { type ReactNode, useState } from 'react';
import { ChevronDown } from '#src/ui/icons.js';
import styles from './disclosure.module.css';

interface DisclosureProps {
  title: ReactNode;
  /** A short summary of the content. */
  about?: string;
  /** Keeps it open, because something in it needs attention. */
  wanted?: boolean;
  /** Value of `data-part`, to find it by. */
  part?: string;
  children: ReactNode;
}

/** A section that is collapsed under its heading. */
export function Disclosure({ title, about, wanted = false, part, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const shown = open || wanted;
  return (
    <details
      className={styles.disclosure}
      data-part={part}
      open={shown}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.title}>{title}</span>
        {about && <span className={styles.about}>{about}</span>}
        <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
