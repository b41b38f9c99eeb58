import * as v from 'valibot';
import { atMost } from './bounds.ts';
import { mostComponentText, Slot } from './components.ts';
import { tooManyWords } from './field-words.ts';
import { Id } from './ids.ts';
import { photoLimits } from './photos.ts';
import { optionalLine, optionalText, requiredName } from './text.ts';

const first = '1860-01-01';
const day = 86_400_000;
const noDay = 'Enter a day, as 2026-08-01.';

const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

// East of here tomorrow has begun.
const hasCome = (text: string): boolean => Date.parse(`${text}T00:00:00Z`) <= Date.now() + day;

/** A part that was exchanged, taken off or added: what was there before and what is there since. */
const ComponentChange = v.pipe(
  v.object({
    slot: Slot,
    before: optionalLine(mostComponentText, 'Keep the part under 120 characters.'),
    after: optionalLine(mostComponentText, 'Keep the part under 120 characters.'),
  }),
  v.forward(
    v.partialCheck(
      [['before'], ['after']],
      ({ before, after }) => before !== '' || after !== '',
      'Enter the new part, or the one that went.',
    ),
    ['after'],
  ),
);
export type ComponentChange = v.InferOutput<typeof ComponentChange>;

/** A hundred days of sixty parts would be refused in more words than anybody reads: a day tells its first wrong row. */
const firstWrong = <S extends v.GenericSchema>(list: S): S => v.config(list, { abortEarly: true });

/** How many parts can change on a day. */
export const mostChanges = 60;

/** A day in the life of a bike. */
export const BuildEntry = v.object({
  id: Id,
  /** `2026-08-01`. */
  date: v.pipe(
    atMost(v.string(noDay), 10, noDay),
    v.isoDate(noDay),
    v.check(isDay, noDay),
    v.check((text) => text >= first, noDay),
    v.check(hasCome, 'Enter a day that has come.'),
  ),
  title: requiredName(80, 'Enter what happened.', 'Keep the title under 80 characters.'),
  text: optionalText(2_000, 'Keep the text under 2,000 characters.'),
  /** Photos of this bike. */
  photoIds: v.optional(atMost(firstWrong(v.array(Id)), photoLimits.perBike, 'Choose up to 24 photos.'), []),
  componentChanges: v.optional(
    atMost(firstWrong(v.array(ComponentChange)), mostChanges, tooManyWords(mostChanges, 'parts')),
    [],
  ),
});
export type BuildEntry = v.InferOutput<typeof BuildEntry>;

/** The newest day first; entries of one day as their owner ordered them. */
export const newestFirst = <E extends { date: string }>(history: readonly E[]): E[] =>
  history.toSorted((a, b) => b.date.localeCompare(a.date));
