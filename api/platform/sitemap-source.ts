/** A position by publishing time, oldest first. */
export type SitemapCursor = { id: string; publishedAt: Date };

/** Public pages for sitemaps, of one kind. */
export interface SitemapSource {
  /** Items after a cursor, oldest first. */
  itemsAfter(
    cursor: SitemapCursor | null,
    limit: number,
  ): Promise<(SitemapCursor & { slug: string; updatedAt?: Date })[]>;
  pageOf(id: string, slug: string): string;
}
