import { parseUrl } from '#contract/parse-url.ts';
import type { ShownProfile } from '#contract/profile.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkedText } from '#src/ui/linked-text.tsx';
import { uniqueKeys } from '#src/ui/unique-keys.ts';
import styles from './person-head.module.css';

const hostOf = (url: string): string => parseUrl(url)?.host ?? url;

/** A member's text about themselves, and their links. */
export function PersonText({ profile: { text, links } }: { profile: ShownProfile }) {
  if (!text && links.length === 0) return null;
  const keys = uniqueKeys(links.map(({ url }) => url));
  return (
    <div className={styles.body}>
      {text && (
        <p className="prose" lang={languageOfText(text)}>
          <LinkedText text={text} />
        </p>
      )}
      {links.length > 0 && (
        <ul className={styles.links}>
          {links.map(({ url, label }, at) => (
            <li key={keys[at]}>
              <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank">
                <bdi>{label || hostOf(url)}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
