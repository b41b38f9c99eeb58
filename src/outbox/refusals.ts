import { unexpectedMessage } from '#contract/envelope.ts';
import { pageLanguage, t } from '#contract/texts.ts';
import { bytesLostCode, type MutationError, networkCode, noPhotosCode, proxyCode } from './mutation.ts';

// In a file of its own: screens that show mutations need nothing else.

/** Error code of a proxy that refuses a request because of its size. */
export const proxyLimitCode = 'proxy_limit';

/** The texts of this device's errors. */
const messages: Record<string, string> = {
  [networkCode]: t`We couldn't reach the site.`,
  [proxyCode]: t`The site isn't answering right now.`,
  [proxyLimitCode]: t`Your network doesn't let anything this large through.`,
  [bytesLostCode]: t`This photo is not on this device any more. Delete it, or add it again.`,
  [noPhotosCode]: t`Add at least one photo.`,
  unauthenticated: t`Log in first.`,
};

/** Adds texts of errors, by their codes. */
export const addMessages = (more: Readonly<Record<string, string>>): unknown => Object.assign(messages, more);

/**
 * The sentence of an error: the one for its code, so that it is in the language of this page whenever it was stored,
 * else the server's.
 */
export function messageOf({ status, code, message, places }: MutationError): string {
  if (code === proxyCode && status === 429) return t`The site is busy.`;
  if (places)
    return t`Photos no longer on the site or on this device: ${new Intl.ListFormat(pageLanguage).format(places.map(String))}. Edit the bike to remove or add them again.`;
  return messages[code] ?? (message || unexpectedMessage);
}

/** Whether the member can fix a refusal by changing the content. */
export const isFixable = ({ code, remedy }: MutationError): boolean =>
  code === 'validation' || code === bytesLostCode || remedy === 'change';

/** Whether sending the same content again may succeed. An error that names no remedy may mean anything. */
export const maySucceedLater = (error: MutationError): boolean =>
  [proxyCode, proxyLimitCode].includes(error.code) || error.remedy === 'later' || !(error.remedy || isFixable(error));
