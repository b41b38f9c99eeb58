// The hand-written part of the demo community's members and bikes. Everything else is derived from it.
import type { brakeTypes, colors, disciplines, handlebarTypes } from '#contract/bike-options.ts';
import type { PublishedBike } from '#contract/bike-whole.ts';
import type { ComponentSlot } from '#contract/components.ts';
import type { SceneName, ShotKind } from '../illustrator/spec.ts';

/** A photo that was taken elsewhere, with its caption. */
export type JourneyShot = readonly [scene: SceneName, kind: ShotKind, caption: string, takenYear: number];

/**
 * A day in the history of a bike, `2026-08-01`, with the parts that were changed, and the positions of its photos in
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
  /** A maker's id, or Other. Brand, model and year are a row in the table of real bikes. */
  brand: string;
  model: string;
  /** Null if the owner does not know. */
  year: number | null;
  colors: readonly (typeof colors)[number][];
  nickname?: string;
  story: string;
  /** Conversations under the bike. Lines alternate between a visitor, who begins, and the owner. */
  talk: readonly (readonly string[])[];
  /** Its place, from 1, among the newest, which a visitor sees first. */
  front?: number;
  /** The scene of its photographs, if it matters. */
  scene?: SceneName;
  /** Changes the seed, and so everything random in the drawing. */
  take?: number;
  handlebarType?: (typeof handlebarTypes)[number];
  brakeType?: (typeof brakeTypes)[number];
  tireWidthMm?: number;
  yearCirca?: true;
  tags?: readonly string[];
  /** Its history, oldest first. */
  history?: readonly OwnedDay[];
  /** Photos of other places, after the four taken at the bike's usual place. */
  journey?: readonly JourneyShot[];
  /** The status of a bike that is not listed, with the moderators' reason. */
  availability?: readonly ['Draft' | 'Deleted'] | readonly ['Flagged' | 'Removed', reason: string];
  /** Values that replace the usual ones. */
  more?: Partial<PublishedBike>;
}

/** A member's profile. `place`: codes of ISO 3166-1 and 3166-2; `link`: another site of theirs. */
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
