import { isFixableCode, isProblemCode, isTemporary } from '#contract/problem-codes.ts';
import { bytesLostCode, type MutationError, proxyCode } from './mutation.ts';

// In a file of its own: screens that show mutations need nothing else.

/** Error code of a proxy that refuses a request because of its size. */
export const proxyLimitCode = 'proxy_limit';

/** Whether the member can fix a refusal by changing the content. */
export const isFixable = ({ code }: MutationError): boolean =>
  code === 'validation' || code === bytesLostCode || isFixableCode(code);

/** Whether sending the same content again may succeed. A code that this build does not know may mean anything. */
export const maySucceedLater = (error: MutationError): boolean =>
  [proxyCode, proxyLimitCode].includes(error.code) ||
  isTemporary(error.code) ||
  !(isProblemCode(error.code) || isFixable(error));
