import { recentFeed } from '#contract/sharing.ts';
import { languagePath } from '#contract/texts.ts';
import { useServices } from './site.queries.ts';

/** Links to the operator's social accounts and to the site's feed. */
export function SocialLinks({ className }: { className?: string | undefined }) {
  const social = useServices()?.social;
  return (
    <nav aria-label="Follow us">
      <ul className={className}>
        {social?.map(({ name, url }) => (
          <li key={name}>
            <a href={url} rel="me">
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href={languagePath + recentFeed()}>RSS feed</a>
        </li>
      </ul>
    </nav>
  );
}
