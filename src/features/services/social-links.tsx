import { recentFeed } from '#contract/sharing.ts';
import { useServices } from './services.queries.ts';

/** Where the site can be followed: wherever its operator says, and by its feed. */
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
          <a href={recentFeed()}>RSS feed</a>
        </li>
      </ul>
    </nav>
  );
}
