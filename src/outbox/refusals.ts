import { isProblemCode } from '#contract/problem-codes.ts';
import { bytesLostCode, type MutationError, proxyCode } from './mutation.ts';

// In a file of its own: screens that show mutations need nothing else.

/** Error code of a proxy that refuses a request because of its size. */
export const proxyLimitCode = 'proxy_limit';
/**
 * Codes of refusals that may succeed later: on another network, after some time, or after the member or somebody else
 * has acted.
 */
const temporaryCodes = new Set([
  proxyCode,
  proxyLimitCode,
  'photo.damaged',
  'Suspended',
  'EmailNotConfirmed',
  'posting.held',
  'bike.flagged',
  'comments.closed',
  'message.newcomer',
  'message.blocked',
  'message.refused',
  'block.between',
  'block.too_many',
  'favorite.too_many',
  'folder.full',
  'folder.too_many',
]);
/** Codes of refusals that another version of the content may avoid. */
const fixableCodes = new Set([
  'validation',
  bytesLostCode,
  'bike.photos_missing',
  'bike.changed',
  'key_reused',
  'too_large',
]);

/** Whether the member can fix a refusal by changing the content. */
export const isFixable = ({ code }: MutationError): boolean => fixableCodes.has(code);

/** Whether sending the same content again may succeed. A code that this build does not know may mean anything. */
export const maySucceedLater = (error: MutationError): boolean =>
  temporaryCodes.has(error.code) || !(isProblemCode(error.code) || isFixable(error));
