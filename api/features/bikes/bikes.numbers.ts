import type { BikeStore } from './bikes.store.ts';
import { firstCommentWeight, hotRank, likeWeight, publishWeight } from './hot-rank.ts';

interface Needs {
  bikes: Pick<BikeStore, 'beginCount' | 'endCount'>;
  /** When each like of a bike was given. */
  likeTimes(bikeId: string): Promise<Date[]>;
  /** The author and time of each shown comment, oldest first. */
  commentTimes(bikeId: string): Promise<{ authorId: string; at: Date }[]>;
}

const tries = 5;

/**
 * Counts a bike's likes and comments anew from their documents and stores the numbers with its rank.
 * It may run twice or be cut off at any point: the next run puts right what is missing.
 * @returns the numbers, or null when there is no such bike or newer counts keep overtaking
 */
export const bikeNumbers = ({ bikes, likeTimes, commentTimes }: Needs) =>
  async function recount(bikeId: string): Promise<{ likes: number; comments: number } | null> {
    for (let i = 0; i < tries; i++) {
      const count = await bikes.beginCount(bikeId);
      if (!count) return null;
      const [likes, comments] = await Promise.all([likeTimes(bikeId), commentTimes(bikeId)]);
      const firsts = new Map<string, Date>();
      for (const { authorId, at } of comments) {
        if (authorId !== count.ownerId && !firsts.has(authorId)) firsts.set(authorId, at);
      }
      const numbers = {
        likes: likes.length,
        comments: comments.length,
        hotRank: hotRank([
          { at: count.publishedAt, weight: publishWeight },
          ...likes.map((at) => ({ at, weight: likeWeight })),
          ...[...firsts.values()].map((at) => ({ at, weight: firstCommentWeight })),
        ]),
      };
      if (await bikes.endCount(bikeId, count.seq, numbers)) return numbers;
    }
    return null;
  };
