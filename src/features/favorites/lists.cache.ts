import type { ListCard } from '#contract/lists.ts';
import type { Page } from '#contract/paging.ts';
import { openedPages } from '#src/cache/opened-pages.ts';
import { pagesFrom } from '#src/cache/pages.ts';

/** Lists of others: those of a bike, or those that a search found. */
const pages = openedPages<{ page: Page<ListCard> }>('lists', 60);

export const listsOf = pages.get;

export const saveLists = (name: string, page: Page<ListCard>): Promise<void> =>
  pages.save(name, { page, ...pagesFrom([], null) });

/** Adds a further page. */
export const extendLists = (name: string, { items, next }: Page<ListCard>): Promise<void> =>
  pages.change(name, (cached) => ({ ...cached, page: { items: [...cached.page.items, ...items], next } }));
