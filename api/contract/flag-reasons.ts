import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import type { FlagTarget } from './flag-targets.ts';
import { lengthOf, optionalText } from './text.ts';

/** Reasons for flags. `only`: the one target that a reason applies to. */
const flagReasons = [
  { value: 'Spam', label: t`Spam or scam` },
  { value: 'Harassment', label: t`Harassment or hate` },
  { value: 'Sexual', label: t`Nudity or sexual content` },
  { value: 'Violence', label: t`Violence, threats or illegal activity` },
  { value: 'PersonalInfo', label: t`Shows someone's personal information` },
  { value: 'Copyright', label: t`Photo used without permission`, only: 'Post' },
  { value: 'NotABike', label: t`Not a bicycle, or posted in the wrong category`, only: 'Post' },
  { value: 'StolenBike', label: t`I think this bike is stolen`, only: 'Post' },
  { value: 'OffTopic', label: t`Off topic`, only: 'Comment' },
  { value: 'Impersonation', label: t`Pretends to be someone else`, only: 'User' },
  { value: 'Other', label: t`Something else` },
] as const;
export type FlagReason = (typeof flagReasons)[number]['value'];

/** Returns the reasons for one kind of target. */
export const reasonsFor = (target: FlagTarget): { value: FlagReason; label: string }[] =>
  flagReasons.filter((reason) => !('only' in reason) || reason.only === target);

/** Returns the label of a reason. */
export const reasonLabel = (reason: FlagReason): string =>
  flagReasons.find(({ value }) => value === reason)?.label ?? reason;

export const maxNoteLength = 500;
/** Maximum flags of one member in a day. */
export const flagsADay = 10;
/** Minimum characters of the note when the reason is Other. */
const minNoteLength = 10;

export const chooseReason = t`Choose a reason.`;
export const noteTooShort = (): string => t`Tell us a little more (${minNoteLength} characters or more).`;

/** Fields of every flag. */
export const flagFields = {
  reason: v.picklist(
    flagReasons.map(({ value }) => value),
    chooseReason,
  ),
  note: optionalText(maxNoteLength, () => t`Use at most ${maxNoteLength} characters.`),
};
type FlagText = { reason: FlagReason; note: string };

/** Whether the reason applies to the target. */
export const fits = (target: FlagTarget, { reason }: FlagText): boolean =>
  reasonsFor(target).some(({ value }) => value === reason);
export const saysEnough = ({ reason, note }: FlagText): boolean =>
  reason !== 'Other' || lengthOf(note) >= minNoteLength;

/** Schema of a flag on one kind of target. */
export const flagSchemaOf = (target: FlagTarget) =>
  v.pipe(
    v.object(flagFields),
    v.forward(
      v.check((flag) => fits(target, flag), chooseReason),
      ['reason'],
    ),
    v.forward(v.check(saysEnough, noteTooShort), ['note']),
  );
