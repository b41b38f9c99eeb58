import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { flagsPath, flagTargets } from './flag-targets.ts';
import { Id } from './ids.ts';
import { lengthOf, optionalText } from './text.ts';

/** What can be wrong with what, in the words of whoever flags it. */
const flagReasons = [
  { value: 'Spam', label: 'Spam or scam' },
  { value: 'Harassment', label: 'Harassment or hate' },
  { value: 'Sexual', label: 'Nudity or sexual content' },
  { value: 'Violence', label: 'Violence, threats or illegal activity' },
  { value: 'PersonalInfo', label: "Shows someone's personal information" },
  { value: 'Copyright', label: 'Photo used without permission', only: 'Post' },
  { value: 'NotABike', label: 'Not a bicycle, or posted in the wrong category', only: 'Post' },
  { value: 'StolenBike', label: 'I think this bike is stolen', only: 'Post' },
  { value: 'OffTopic', label: 'Off topic', only: 'Comment' },
  { value: 'Other', label: 'Something else' },
] as const;
export type FlagReason = (typeof flagReasons)[number]['value'];

/** What one kind of thing can be flagged for. */
export const reasonsFor = (target: string): { value: FlagReason; label: string }[] =>
  flagReasons.filter((reason) => !('only' in reason) || reason.only === target);

/** What a reason is called. */
export const reasonWords = (reason: FlagReason): string =>
  flagReasons.find(({ value }) => value === reason)?.label ?? reason;

export const noteLength = 500;
/** How many things one member flags a day. */
export const flagsADay = 10;
/** What somebody has to write at least who gives no other reason. */
const leastNote = 10;

const chooseReason = 'Choose a reason.';
const flaggable = v.picklist(flagTargets, 'Choose what to flag.');

export const NewFlag = v.pipe(
  v.object({
    /** Its author's device makes it, so that a flag that is sent twice is one. */
    id: Id,
    targetType: flaggable,
    targetId: Id,
    reason: v.picklist(
      flagReasons.map(({ value }) => value),
      chooseReason,
    ),
    note: optionalText(noteLength, `Use at most ${noteLength} characters.`),
  }),
  v.forward(
    v.check(({ targetType, reason }) => reasonsFor(targetType).some(({ value }) => value === reason), chooseReason),
    ['reason'],
  ),
  v.forward(
    v.check(
      ({ reason, note }) => reason !== 'Other' || lengthOf(note) >= leastNote,
      `Tell us a little more (${leastNote} characters or more).`,
    ),
    ['note'],
  ),
);
export type NewFlag = v.InferOutput<typeof NewFlag>;

/** Flags somebody else's thing, once. `flag.repeated`: it was flagged by this member already. */
export const addFlag = endpoint('POST', flagsPath, { body: NewFlag, reply: v.null() });
