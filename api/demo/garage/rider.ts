// What the demo community's members say about their bikes; everything else is worked out from it.
import type { CatalogModel } from '#api/catalog/catalog.ts';
import type { brakeTypes, colors, disciplines, handlebarTypes } from '#contract/bike-options.ts';
import type { PublishedBike } from '#contract/bike-whole.ts';
import type { ComponentSlot } from '#contract/components.ts';
import type { SceneName, ShotKind } from '../illustrator/spec.ts';

/** A photo that was taken elsewhere, with what is said of it. */
export type JourneyShot = readonly [scene: SceneName, kind: ShotKind, caption: string, takenYear: number];

/**
 * A day in the life of a bike, `2026-08-01`, with the parts that were changed, and the photos of it by their places in
 * the album, counted from 0.
 */
export type OwnedDay = readonly [
  date: string,
  title: string,
  text?: string,
  changes?: readonly (readonly [slot: ComponentSlot, before: string, after: string])[],
  photos?: readonly number[],
];

export interface OwnedBike {
  /** A maker's id, or Other. */
  brand: string;
  /** A model of that maker. */
  model: string;
  /** Null when the owner does not know. */
  year: number | null;
  colors: readonly (typeof colors)[number][];
  nickname?: string;
  story: string;
  /** Conversations under the bike: the first line is a visitor's, the second the owner's, and so on in turns. */
  talk: readonly (readonly string[])[];
  /** Its place, from 1, among the newest, which a visitor sees first. */
  front?: number;
  /** Where it is photographed, when the place matters. */
  scene?: SceneName;
  /** Another take of the same bike: the drawing differs in all that is left to chance. */
  take?: number;
  handlebarType?: (typeof handlebarTypes)[number];
  brakeType?: (typeof brakeTypes)[number];
  tireWidthMm?: number;
  yearCirca?: true;
  tags?: readonly string[];
  /** What became of it, oldest first. */
  history?: readonly OwnedDay[];
  /** Photos of other places, after the four that are taken where the bike stands. */
  journey?: readonly JourneyShot[];
  /** How it stands where not everybody sees it, with what moderators say of it. */
  standing?: readonly ['Draft' | 'Deleted'] | readonly ['Flagged' | 'Removed', reason: string];
  /** What its owner tells otherwise than is usual. */
  more?: Partial<PublishedBike>;
  /** For a bike that no maker lists. */
  made?: Omit<CatalogModel, 'name' | 'years'> & { by: string };
}

/** What a member tells of themselves. `place`: codes of ISO 3166-1 and 3166-2; `link`: where else they are to be found. */
export interface About {
  discipline: (typeof disciplines)[number];
  place: readonly [country: string, region: string];
  text: string;
  link?: string;
}

export interface Rider {
  username: string;
  about: About;
  bikes: readonly OwnedBike[];
}
