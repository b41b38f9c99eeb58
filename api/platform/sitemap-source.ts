/** A position by publishing time, oldest first. */
export type SitemapPlace = { id: string; publishedAt: Date };

/** Public pages for sitemaps, of one kind. */
export interface SitemapSource {
  /** Items after a place, oldest first. */
  itemsAfter(place: SitemapPlace | null, limit: number): Promise<(SitemapPlace & { slug: string; updatedAt?: Date })[]>;
  pageOf(id: string, slug: string): string;
}
