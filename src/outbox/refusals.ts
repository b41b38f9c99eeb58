import { bytesLostCode, type MutationError, proxyCode } from './mutation.ts';

// In a file of its own: screens that show mutations need nothing else.

/** Error code of a proxy that refuses a request because of its size. */
export const proxyLimitCode = 'proxy_limit';

/** Whether the member can fix a refusal by changing the content. */
export const isFixable = ({ code, remedy }: MutationError): boolean =>
  code === 'validation' || code === bytesLostCode || remedy === 'change';

/** Whether sending the same content again may succeed. An error that names no remedy may mean anything. */
export const maySucceedLater = (error: MutationError): boolean =>
  [proxyCode, proxyLimitCode].includes(error.code) || error.remedy === 'later' || !(error.remedy || isFixable(error));
