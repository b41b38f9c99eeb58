import type { SitemapCursor, SitemapSource } from '#api/platform/sitemap-source.ts';
import { userYearPage } from '#contract/user-page.ts';

interface Deps {
  /** Active members who joined after a cursor, oldest first. */
  joinedAfter(cursor: SitemapCursor | null, limit: number): Promise<(SitemapCursor & { slug: string })[]>;
  /** The years in which each member published a bike that is visible now. */
  yearsOf(ownerIds: string[]): Promise<Map<string, number[]>>;
}

const batchSize = 500;

/** The part of an item's id before its year. */
const memberOf = (id: string): string => id.slice(0, id.lastIndexOf('/'));

const isAfter = (item: SitemapCursor, cursor: SitemapCursor | null): boolean => {
  const past = cursor ? item.publishedAt.getTime() - cursor.publishedAt.getTime() : 1;
  return past > 0 || (past === 0 && item.id > (cursor?.id ?? ''));
};

/** The years of members in which they published bikes, in the order in which the members joined. Ids are `MEMBER/YEAR`. */
export const yearPages = ({ joinedAfter, yearsOf }: Deps): SitemapSource => ({
  async itemsAfter(cursor, limit) {
    const found: (SitemapCursor & { slug: string })[] = [];
    // Ids after one without its last character are those from it on, as the member's other years may follow.
    let from = cursor && { ...cursor, id: memberOf(cursor.id).slice(0, -1) };
    while (found.length < limit) {
      const members = await joinedAfter(from, batchSize);
      const years = await yearsOf(members.map(({ id }) => id));
      const items = members.flatMap((member) =>
        (years.get(member.id) ?? []).map((year) => ({ ...member, id: `${member.id}/${year}` })),
      );
      found.push(...items.filter((item) => isAfter(item, cursor)));
      if (members.length < batchSize) break;
      from = members.at(-1) ?? null;
    }
    return found.slice(0, limit);
  },
  pageOf: (id, slug) => userYearPage(memberOf(id), slug, Number(id.slice(id.lastIndexOf('/') + 1))),
});
