import { parseUrl } from '#contract/parse-url.ts';

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Normalizes an origin as browsers write it: lower case, IDN as `xn--`, no default port. Returns null for anything
 * else.
 */
export function originOf(text: string): string | null {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  // A path or query would be dropped silently.
  return url.href === `${url.origin}/` ? url.origin : null;
}

/** Whether it is the URL of a server, without a query. */
export function isHttpUrl(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash;
}

const host = String.raw`(?:\[[\da-f:.]+\]|[^@/?#:,[\]\s]+)(?::\d{1,5})?`;
const mongoUrl = new RegExp(
  String.raw`^mongodb(?:\+srv)?://(?:[^@/?#:\s]+(?::[^@/?#:\s]*)?@)?${host}(?:,${host})*(?:/[^@/?#\s]*)?(?:\?[^#\s]*)?$`,
  'i',
);

/** Whether the MongoDB driver would parse it. The driver's own errors would reveal parts of an unescaped password. */
export const isMongoUrl = (text: string): boolean => mongoUrl.test(text) && isDecodable(text);

/** Whether it is a mail server's URL whose password is decoded as intended. */
export function isMailUrl(text: string): boolean {
  const url = parseUrl(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return false;
  // An unescaped / ? or # in a password ends the address early.
  const isWhole = /^\/?$/.test(url.pathname) && !url.hash && !url.search.includes('@');
  return isWhole && isDecodable(url.username) && isDecodable(url.password);
}

/** Removes the user and password of a URL from a text. */
export function withoutUser(text: string, url: string): string {
  const [, user = ''] = /^[^:]+:\/\/([^@/]*)@/.exec(url) ?? [];
  const secrets = [user, ...user.split(':').slice(1)];
  return [...secrets, ...secrets.filter(isDecodable).map(decodeURIComponent)]
    .filter(Boolean)
    .reduce((said, secret) => said.replaceAll(secret, '[hidden]'), text);
}
