import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { many } from '#contract/texts.ts';
import styles from './counted-links.module.css';
import { useWriting } from './display-preferences.ts';
import { figure } from './format.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

interface CountedLinksProps {
  /** `count`: the number of bikes there. */
  links: readonly { key: string; to: string; name: ReactNode; count: number }[];
}

/** Links with the number of bikes behind each. */
export function CountedLinks({ links }: CountedLinksProps) {
  const writing = useWriting();
  return (
    <ul className={styles.links}>
      {links.map(({ key, to, name, count }) => (
        <li key={key}>
          <Link to={to}>
            <span>{name}</span>
            <span className="quiet small figures">
              <span>{figure(count, writing)}</span> <VisuallyHidden>{many(count)`bike|bikes`}</VisuallyHidden>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
