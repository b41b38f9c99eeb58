import { shareCardSize } from '#contract/sharing.ts';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { useOrigin } from './initial-data.ts';

interface PageFactsProps {
  /** What stands before the site's name; the name alone when not given. */
  title: string | undefined;
  /** A sentence or two; what the site is when not given. */
  description?: string;
  /** The page's one address, below the origin; none where search engines have nothing to look for. */
  path?: string;
  /** A picture of it as links to it are shown with, below the origin; the site's badge when not given. */
  card?: { path: string; words: string } | undefined;
  /** A list that can be followed from here, below the origin. */
  feed?: { path: string; title: string };
  /** What it is about, in the words of https://schema.org; addresses in it are whole. */
  about?: (origin: string) => Record<string, unknown>;
}

/** Shown small beside a link where a page has no picture of its own. */
const badge = { path: '/icon-512.png', width: 512, height: 512 } as const;

function Card({ origin, card }: { origin: string; card: PageFactsProps['card'] }) {
  const { path, width, height } = card ? { ...card, ...shareCardSize } : badge;
  return (
    <>
      <meta property="og:image" content={origin + path} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      {card && <meta property="og:image:alt" content={card.words} />}
      <meta name="twitter:card" content={card ? 'summary_large_image' : 'summary'} />
    </>
  );
}

const siteWords = 'Bikes and the people who build them. Works without signal.';

/** What search engines and share cards read of a page: from the same drawing as what people see. */
export function PageFacts({ title, description = siteWords, path, card, feed, about }: PageFactsProps) {
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
  const page = { '@type': 'WebPage', name: title ?? 'Headbadge', description, url: origin + path };
  const facts = JSON.stringify({ '@context': 'https://schema.org', ...(about?.(origin) ?? page) });
  return (
    <>
      <link rel="canonical" href={origin + path} />
      <meta name="description" content={description} />
      <meta property="og:description" content={description} />
      <meta property="og:site_name" content="Headbadge" />
      <meta property="og:title" content={title ?? 'Headbadge'} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:type" content={card ? 'article' : 'website'} />
      <Card origin={origin} card={card} />
      {feed && <link rel="alternate" type="application/rss+xml" title={feed.title} href={feed.path} />}
      <script type="application/ld+json">{facts.replace(/</g, '\\u003c')}</script>
    </>
  );
}
