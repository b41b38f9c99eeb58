import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { atMost } from './bounds.ts';
import { maxComponentText, Slot } from './components.ts';
import { tooManyParts } from './field-messages.ts';
import { Id } from './id-schema.ts';
import { Photo, photoLimits } from './photos.ts';
import { optionalLine, optionalText, requiredName } from './text.ts';

const first = '1860-01-01';
const day = 86_400_000;
const invalidDay = t`Enter a date, such as 2026-08-01.`;

const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

// Allows tomorrow (UTC), which has begun in time zones further east.
const hasBegun = (text: string): boolean => Date.parse(`${text}T00:00:00Z`) <= Date.now() + day;

/** A part that was replaced, removed or added. */
const ComponentChange = v.pipe(
  v.object({
    slot: Slot,
    before: optionalLine(maxComponentText, t`Keep the part under 120 characters.`),
    after: optionalLine(maxComponentText, t`Keep the part under 120 characters.`),
    /** The part of the parts list that an update has changed with it. Absent where the list was not changed. */
    partId: v.optional(Id),
  }),
  v.forward(
    v.partialCheck(
      [['before'], ['after']],
      ({ before, after }) => before !== '' || after !== '',
      t`Enter the old part, the new one or both.`,
    ),
    ['after'],
  ),
);
export type ComponentChange = v.InferOutput<typeof ComponentChange>;

/** Reports only the first invalid item: a hundred entries of sixty parts would produce too many messages. */
const firstWrong = <S extends v.GenericSchema>(list: S): S => v.config(list, { abortEarly: true });

/** Maximum part changes of one entry. */
export const maxChanges = 60;

/** An entry of a bike's build history. */
export const BuildEntry = v.object({
  id: Id,
  /** Such as `2026-08-01`. */
  date: v.config(
    v.pipe(
      atMost(v.string(invalidDay), 10, invalidDay),
      v.isoDate(invalidDay),
      v.check(isDay, invalidDay),
      v.check((text) => text >= first, invalidDay),
      v.check(hasBegun, t`Enter today or an earlier date.`),
    ),
    { abortPipeEarly: true },
  ),
  title: requiredName(80, t`Enter what happened.`, t`Keep the title under 80 characters.`),
  text: optionalText(2_000, t`Keep the text under 2,000 characters.`),
  /** Photos of the same bike. */
  photoIds: v.optional(atMost(firstWrong(v.array(Id)), photoLimits.perBike, t`Choose up to 24 photos.`), []),
  componentChanges: v.optional(atMost(firstWrong(v.array(ComponentChange)), maxChanges, tooManyParts(maxChanges)), []),
});
export type BuildEntry = v.InferOutput<typeof BuildEntry>;

/** An update: an entry of a bike's build history as the site has it. */
export const BikeUpdate = v.object({
  ...BuildEntry.entries,
  /** Its own photos, besides those of the bike. */
  photos: v.optional(v.array(Photo)),
  /** When it was posted, ISO 8601, UTC. Absent in an entry that was written in the bike's form and is changed there. */
  postedAt: v.optional(v.string()),
});
export type BikeUpdate = v.InferOutput<typeof BikeUpdate>;

/** Sorts the newest day first, in a day the latest update; entries of one day that were written in the form keep their order. */
export const newestFirst = <E extends { date: string; photos?: unknown }>(history: readonly E[]): E[] => {
  const isPosted = ({ photos }: E) => photos !== undefined;
  const posted = history.filter(isPosted).reverse();
  return [...posted, ...history.filter((entry) => !isPosted(entry))].sort((a, b) => b.date.localeCompare(a.date));
};
