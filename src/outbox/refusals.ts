import { isProblemCode } from '#contract/problem-codes.ts';
import { type MutationError, photoLostCode, proxyCode } from './mutation.ts';

// Apart from what is done about an answer: who shows rows needs to know this alone.

/** The code of a refusal by something between here and the site that lets nothing so large pass. */
export const proxyLimitCode = 'proxy_limit';
/** Refusals that may pass: by another way, by time, by what the member does elsewhere, or by somebody else. */
const passing = new Set([
  ...[proxyCode, proxyLimitCode, 'photo.damaged', 'Suspended', 'EmailNotConfirmed', 'posting.held', 'bike.flagged'],
  ...['comments.closed', 'message.newcomer', 'message.blocked', 'message.refused', 'block.between'],
  ...['block.too_many', 'favorite.too_many', 'folder.full', 'folder.too_many'],
]);
/** Refusals of what was written, or of what is missing of it: another version may pass. */
const mendable = new Set([
  'validation',
  photoLostCode,
  'bike.photos_missing',
  'bike.changed',
  'key_reused',
  'too_large',
]);

/** Whether a person can mend what was refused by changing it. */
export const needsOtherWords = ({ code }: MutationError): boolean => mendable.has(code);

/** Whether sending the very same again may bring it through. A refusal that this build does not know may be anything. */
export const mayComeThrough = (error: MutationError): boolean =>
  passing.has(error.code) || !(isProblemCode(error.code) || needsOtherWords(error));
