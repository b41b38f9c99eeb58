const asterisks = '********';

/** Names of secret values. */
const names = 'pass(?:word|phrase|wd)|secret|token|authori[sz]ation|cookie|session|credential|api[_-]?key|e-?mail';
const secretName = new RegExp(names, 'i');
const inAddresses = new RegExp(`([?&#;](?:[\\w-]*(?:${names})[\\w-]*|keywords|returnTo)=)[^&#;\\s"']*`, 'gi');
const mailAddress = /[^\s@<>"':/?&=]+@[\w-]+(?:\.[\w-]+)+/g;

const scrubText = (text: string): string => text.replace(inAddresses, `$1${asterisks}`).replace(mailAddress, asterisks);

/** Returns a copy with asterisks for secrets: fields and query parameters with secret names, and e-mail addresses. */
export function scrub<T>(thing: T): T {
  if (typeof thing === 'string') return scrubText(thing) as T;
  if (Array.isArray(thing)) return thing.map(scrub) as T;
  if (typeof thing !== 'object' || thing === null) return thing;
  const entries = Object.entries(thing).map(([name, value]) => [
    name,
    secretName.test(name) ? asterisks : scrub(value),
  ]);
  return Object.fromEntries(entries) as T;
}
