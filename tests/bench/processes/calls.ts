import { pollAlerts } from '#contract/alerts.ts';
import { listPopularBikes, listRecentBikes } from '#contract/bikes.ts';
import { addComment } from '#contract/comments.ts';
import { pathOf } from '#contract/endpoint.ts';
import { idempotencyHeader } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { bikePage } from '#contract/pages.ts';
import { searchBikes } from '#contract/search/calls.ts';

/** The generated visitors' knowledge of the site. */
export type Known = {
  bikes: { id: Id; slug: string; ownerId: string; at: number; brand: string; category: string }[];
  members: { id: string; cookie: string }[];
};

export type Call = { method: string; path: string; headers?: Record<string, string>; body?: string };

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

function write(known: Known, of: (bikeId: Id) => Pick<Call, 'method' | 'path' | 'body'>): Call {
  const member = any(known.members);
  let bike = any(known.bikes);
  // Nobody likes a bike of their own.
  while (bike.ownerId === member.id) bike = any(known.bikes);
  const headers = {
    Cookie: member.cookie,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/json',
    [idempotencyHeader]: newId(),
  };
  return { headers, ...of(bike.id) };
}

/** The calls of the mix: their share of a hundred, and the next one. */
export const calls: Record<string, { share: number; next: (known: Known) => Call }> = {
  home: { share: 10, next: () => ({ method: 'GET', path: '/' }) },
  browse: {
    share: 25,
    next({ bikes }) {
      const { at, id } = any(bikes);
      const cursor = Buffer.from(JSON.stringify([at, id])).toString('base64url');
      // Half of the visitors look at the first page.
      const query = { limit: 24, ...(Math.random() < 0.5 && { cursor }) };
      const path = pathOf(Math.random() < 0.7 || query.cursor ? listRecentBikes : listPopularBikes, {}, query);
      return { method: 'GET', path };
    },
  },
  search: {
    share: 15,
    next({ bikes }) {
      const { brand, category } = any(bikes);
      const query = any([
        { keywords: brand },
        { keywords: `${brand} ${category}` },
        { category },
        { keywords: 'steel gravel', category },
      ]);
      return { method: 'GET', path: pathOf(searchBikes, {}, query) };
    },
  },
  open: {
    share: 20,
    next({ bikes }) {
      const { id, slug } = any(bikes);
      return { method: 'GET', path: bikePage(id, slug) };
    },
  },
  like: {
    share: 10,
    next: (known) => write(known, (bikeId) => ({ method: 'PUT', path: pathOf(likeBike, { bikeId }) })),
  },
  comment: {
    share: 3,
    next: (known) =>
      write(known, (bikeId) => ({
        method: 'POST',
        path: pathOf(addComment, { bikeId }),
        body: JSON.stringify({ id: newId(), text: 'Such lugs. Who built it?' }),
      })),
  },
  poll: {
    share: 17,
    next: ({ members }) => {
      const headers = { Cookie: any(members).cookie, 'Sec-Fetch-Site': 'same-origin' };
      return { method: 'GET', path: pathOf(pollAlerts, {}), headers };
    },
  },
};

/** Chooses a call of the mix by its share. */
export function mixed(): string {
  let left = Math.random() * 100;
  for (const [name, { share }] of Object.entries(calls)) {
    left -= share;
    if (left < 0) return name;
  }
  return 'poll';
}
