import { usePageTitle } from '#src/ui/use-page-title.ts';
import { useOrigin } from './given.ts';

interface PageFactsProps {
  /** What stands before the site's name; the name alone when not given. */
  title: string | undefined;
  /** A sentence or two; what the site is when not given. */
  description?: string;
  /** The page's one address, below the origin; none where search engines have nothing to look for. */
  path?: string;
  /** A picture of it, below the origin. */
  image?: string | undefined;
  /** What it is about, in the words of https://schema.org; addresses in it are whole. */
  about?: (origin: string) => Record<string, unknown>;
}

const siteWords = 'Bikes and the people who build them. Works without signal.';

/** What search engines and share cards read of a page: from the same drawing as what people see. */
export function PageFacts({ title, description = siteWords, path, image, about }: PageFactsProps) {
  const origin = useOrigin();
  usePageTitle(title);
  if (path === undefined) {
    return (
      <>
        <meta name="robots" content="noindex" />
        <meta name="description" content={description} />
      </>
    );
  }
  // Inside a script only this letter can end it.
  const facts =
    about && JSON.stringify({ '@context': 'https://schema.org', ...about(origin) }).replace(/</g, '\\u003c');
  return (
    <>
      <link rel="canonical" href={origin + path} />
      <meta name="description" content={description} />
      <meta property="og:description" content={description} />
      <meta property="og:site_name" content="Headbadge" />
      <meta property="og:title" content={title ?? 'Headbadge'} />
      <meta property="og:url" content={origin + path} />
      {image && <meta property="og:image" content={origin + image} />}
      {image && <meta name="twitter:card" content="summary_large_image" />}
      {facts && <script type="application/ld+json">{facts}</script>}
    </>
  );
}
