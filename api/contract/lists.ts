import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { SharedCovers } from './favorites.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { defineProblems } from './problems.ts';

// A list is a folder of favorites that its member shares; its id is that of its link, and ends with it.

/** Id of a list: random characters, which the server creates. */
export const ShareId = v.pipe(v.string(), v.regex(/^[\w-]{22}$/));

const listProblems = defineProblems({
  'list.own': { status: 403, message: t`You can't like your own list.` },
  'list.removed': {
    status: 403,
    message: t`Moderators removed the words of this folder. Rename it or write new words before you show it in search.`,
  },
});
declare module './problems.ts' {
  interface FeatureProblems {
    list: typeof listProblems;
  }
}

/** Whether the member likes the list and has flagged it, and its number of likes. */
export const ListLikeState = v.object({ liked: v.boolean(), flagged: v.boolean(), likes: v.number() });
export type ListLikeState = v.InferOutput<typeof ListLikeState>;

export const getListLike = endpoint('GET', '/favorites/:shareId/like', { reply: ListLikeState, private: true });
export const likeList = endpoint('PUT', '/favorites/:shareId/like', { reply: ListLikeState, private: true });
export const unlikeList = endpoint('DELETE', '/favorites/:shareId/like', { reply: ListLikeState, private: true });

/** A list among others. */
export const ListCard = v.object({ ...SharedCovers.entries, owner: Person });
export type ListCard = v.InferOutput<typeof ListCard>;

/** Lists that hold a bike and are shown on its page, latest first. A page has fewer items if owners have left. */
export const listBikeLists = endpoint('GET', '/bikes/:bikeId/lists', { query: PageQuery, reply: pageOf(ListCard) });

/** Characters and words of a search for lists. */
export const listSearchLimits = { characters: 100, words: 8 } as const;

/** Searches the lists that are shown in search: every word, the last one by its beginning. Latest first. */
export const searchLists = endpoint('GET', '/lists', {
  query: v.object({
    ...PageQuery.entries,
    keywords: v.optional(v.pipe(v.string(), v.maxLength(listSearchLimits.characters)), ''),
  }),
  reply: pageOf(ListCard),
});
