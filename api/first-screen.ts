import type { PhotoWidth } from '#contract/photos.ts';
import type { BikeService } from './features/bikes/bikes.service.ts';
import type { PhotoService } from './features/photos/photos.service.ts';

type Covers = { items: { cover: { id: string } | null }[] };

/** What the first screen shows, in the widths that it asks for. */
const firstScreen = { bikes: 24, cards: [320, 640], hero: [1280, 640] } as const;

const coversOf = ({ items }: Covers) => items.flatMap(({ cover }) => (cover ? [cover.id] : []));

/** Draws what the first visitor will see, so that they do not wait for it. */
export async function prepareFirstScreen(
  bikes: Pick<BikeService, 'popular' | 'recent'>,
  photos: Pick<PhotoService, 'prepare'>,
): Promise<void> {
  const wanted: [string, PhotoWidth][] = [];
  const hero = coversOf(await bikes.popular({ limit: 1 }));
  for (const id of hero) wanted.push(...firstScreen.hero.map((width): [string, PhotoWidth] => [id, width]));
  const recent = coversOf(await bikes.recent({ limit: firstScreen.bikes }));
  for (const width of firstScreen.cards) wanted.push(...recent.map((id): [string, PhotoWidth] => [id, width]));
  for (const [id, width] of wanted) await photos.prepare(id, width);
}
