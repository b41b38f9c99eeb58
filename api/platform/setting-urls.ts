import { parseUrl } from '#contract/parse-url.ts';

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** An origin as browsers write it: small letters, IDN as `xn--`, no default port. Null for anything else. */
export function originOf(text: string): string | null {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  // More than an origin would be cut off without a word.
  return url.href === `${url.origin}/` ? url.origin : null;
}

const host = String.raw`(?:\[[\da-f:.]+\]|[^@/?#:,[\]\s]+)(?::\d{1,5})?`;
const mongoUrl = new RegExp(
  String.raw`^mongodb(?:\+srv)?://(?:[^@/?#:\s]+(?::[^@/?#:\s]*)?@)?${host}(?:,${host})*(?:/[^@/?#\s]*)?(?:\?[^#\s]*)?$`,
  'i',
);

/** Whether a driver would understand it: its own errors would tell parts of a password that is not escaped. */
export const isMongoUrl = (text: string): boolean => mongoUrl.test(text) && isDecodable(text);

/** Whether it is the address of a mail server, from which a password comes out as it was meant. */
export function isMailUrl(text: string): boolean {
  const url = parseUrl(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return false;
  // A password with one of / ? # in it ends the address early.
  const isWhole = /^\/?$/.test(url.pathname) && !url.hash && !url.search.includes('@');
  return isWhole && isDecodable(url.username) && isDecodable(url.password);
}

/** A text without the user and the password of an address. */
export function withoutUser(text: string, url: string): string {
  const [, user = ''] = /^[^:]+:\/\/([^@/]*)@/.exec(url) ?? [];
  const secrets = [user, ...user.split(':').slice(1)];
  return [...secrets, ...secrets.filter(isDecodable).map(decodeURIComponent)]
    .filter(Boolean)
    .reduce((said, secret) => said.replaceAll(secret, '[hidden]'), text);
}
