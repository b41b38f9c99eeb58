import type { BikeCard } from '#contract/bikes.ts';
import { bert } from './people.ts';

/** Card of a bike of another member; `n` makes the id. */
export const cardNumber = (n: number): BikeCard => ({
  id: `01890000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
  slug: 'surly-bridge-club',
  brand: 'Surly',
  model: 'Bridge Club',
  year: null,
  nickname: '',
  category: 'Touring',
  status: 'Active',
  owner: bert,
  counts: { likes: 5, comments: 0, views: 0, favorites: 0 },
  publishedAt: '2026-06-01T10:00:00.000Z',
  cover: null,
});
