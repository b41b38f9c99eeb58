import { shareCardSize } from '#contract/sharing.ts';
import { languagePath, pageLanguage, t } from '#contract/texts.ts';
import { useSiteName } from '#src/ui/site-name.ts';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { useOrigin } from './initial-data.ts';

interface PageMetaProps {
  /** The title before the site's name; only the site's name when undefined. */
  title: string | undefined;
  /** One or two sentences; by default the description of the site. */
  description?: string;
  /** The canonical path; without it the page is `noindex`. */
  path?: string;
  /** The share image, as a path; the site's badge when not given. */
  card?: { path: string; alt: string } | undefined;
  /** The RSS feed of the page, as a path without the language. */
  feed?: { path: string; title: string };
  /**
   * Structured data (https://schema.org) with absolute URLs; that of a plain page by default. `home`: what the addresses
   * of pages in this language begin with.
   */
  about?: (home: string, page: { origin: string; site: string }) => Record<string, unknown>;
}

/** The small image for pages without one of their own. */
const badge = { path: '/icon-512.png', width: 512, height: 512 } as const;

function Card({ origin, card }: { origin: string; card: PageMetaProps['card'] }) {
  const { path, width, height } = card ? { ...card, ...shareCardSize } : badge;
  return (
    <>
      <meta property="og:image" content={origin + path} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      {card && <meta property="og:image:alt" content={card.alt} />}
      <meta name="twitter:card" content={card ? 'summary_large_image' : 'summary'} />
    </>
  );
}

const siteDescription = t`Bikes and the people who build them. Works without signal.`;

/** The metadata of a page for search engines and share cards. */
export function PageMeta({ title, description = siteDescription, path, card, feed, about }: PageMetaProps) {
  const origin = useOrigin();
  const site = useSiteName();
  usePageTitle(title);
  if (path === undefined) {
    return (
      <>
        <meta name="robots" content="noindex" />
        <meta name="description" content={description} />
      </>
    );
  }
  const home = origin + languagePath;
  const address = home + path;
  const page = { '@type': 'WebPage', name: title ?? site, description, url: address, inLanguage: pageLanguage };
  // `<` is the only character that can end a script element.
  const rendered = JSON.stringify({ '@context': 'https://schema.org', ...(about?.(home, { origin, site }) ?? page) });
  return (
    <>
      <link rel="canonical" href={address} />
      <meta name="description" content={description} />
      <meta property="og:description" content={description} />
      <meta property="og:site_name" content={site} />
      <meta property="og:title" content={title ?? site} />
      <meta property="og:url" content={address} />
      <meta property="og:type" content={card ? 'article' : 'website'} />
      <Card origin={origin} card={card} />
      {feed && <link rel="alternate" type="application/rss+xml" title={feed.title} href={languagePath + feed.path} />}
      <script type="application/ld+json">{rendered.replace(/</g, '\\u003c')}</script>
    </>
  );
}
