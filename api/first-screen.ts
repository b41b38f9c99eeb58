import type { BikeCard } from '#contract/bikes.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { PhotoWidth } from '#contract/photo-paths.ts';
import type { BikeService } from './features/bikes/bikes.service.ts';
import type { PhotoService } from './features/photos/photos.service.ts';

/** The photo widths of the first screen. */
const widths = { cards: [320, 640], hero: [1280, 960] } as const;

const coversOf = ({ items }: Page<BikeCard>) => items.flatMap(({ cover }) => (cover ? [cover.id] : []));

interface Deps {
  bikes: BikeService;
  winners: { list(query: PageQuery): Promise<Page<BikeCard>> };
  photos: PhotoService;
}

/** Draws the photos of the first screen in advance, so that the first visitor does not wait. */
export async function prepareFirstScreen({ bikes, winners, photos }: Deps): Promise<void> {
  const [won, popular, recent] = [
    coversOf(await winners.list({ limit: 9 })),
    coversOf(await bikes.popular({ limit: 12, perOwner: 2 })),
    coversOf(await bikes.recent({ limit: 12, perOwner: 3 })),
  ];
  const [hero] = [...won, ...popular];
  const wanted: [string, PhotoWidth][] = [];
  if (hero) for (const width of widths.hero) wanted.push([hero, width]);
  const cards = new Set([...won, ...popular, ...recent]);
  for (const width of widths.cards) wanted.push(...[...cards].map((id): [string, PhotoWidth] => [id, width]));
  for (const [id, width] of wanted) await photos.prepare(id, width);
}
