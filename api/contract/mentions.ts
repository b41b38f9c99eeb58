import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { Person } from './people.ts';
import { usernameKey } from './username.ts';

/** Maximum members mentioned in a text; further names stay plain text. */
export const maxMentions = 10;

/** A mentioned member. `name`: their name at that time; the link resolves by the id. */
export const Mention = v.object({ id: Id, name: v.string() });
export type Mention = v.InferOutput<typeof Mention>;

/**
 * A character of a URL. Punctuation outside of ASCII ends a URL, unless it stands within words, as in Paris–Roubaix.
 * linkify-it cuts such words, and would add 4 kB to a bike's page.
 */
const inUrl = String.raw`[[^\s\p{C}\p{P}<>\x60＜＞｜][!#%\&'*,\-.\/:;?@\\_’‐‑–·・׳״־\p{Join_Control}]]`;
/** A URL with brackets in pairs, without the punctuation that ends a sentence. */
const url = String.raw`[Hh][Tt][Tt][Pp][Ss]?:\/\/(?:${inUrl}|\(${inUrl}*\)|\[${inUrl}*\]|\{${inUrl}*\})+(?<![.,:;!?'’*‐‑–·・])`;
/** An @name that is no part of a word, of a mail address, or of a name on another network, as @ana@mastodon.example. */
const atName = String.raw`(?<![\p{L}\p{N}_.@\/\-])@([A-Za-z0-9]+(?:[._\-][A-Za-z0-9]+){0,2})(?![\p{L}\p{N}])(?!(?:[.\-]?[\p{L}\p{N}_])*(?:@[\p{L}\p{N}]|:[\p{L}\p{N}\-]+\.\p{L}{2}))`;
/** An @ within a URL mentions nobody. */
const links = new RegExp(`${url}|${atName}`, 'gv');

/** A part of a text: words, a URL, or an @name, which may turn out to be shorter. */
type TextPart = { kind: 'text' | 'address' | 'name'; text: string };

/** Splits a text into its parts. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: matched, 1: name, index } of text.matchAll(links)) {
    if (index > from) parts.push({ kind: 'text', text: text.slice(from, index) });
    parts.push({ kind: name === undefined ? 'address' : 'name', text: matched });
    from = index + matched.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/**
 * Possible usernames in an @name: all of it, then without what follows its last dot, dash or underscore, as in
 * `@ana.Nice`.
 */
export function readingsOf(mention: string): string[] {
  const readings: string[] = [];
  for (let name = mention.replace(/^@/, ''); name; name = name.replace(/[._-]?[^._-]*$/, '')) readings.push(name);
  return readings;
}

/** Returns the first possible username that `found` knows; null when it knows none. */
export function readName<T>(mention: string, found: (key: string) => T | undefined): { name: string; as: T } | null {
  for (const name of readingsOf(mention)) {
    const as = found(usernameKey(name));
    if (as !== undefined) return { name, as };
  }
  return null;
}

const Typed = v.object({ q: v.pipe(v.string('Send the beginning of a name.'), v.minLength(1), v.maxLength(60)) });

/** Suggests members whose name begins with `q`, for mentions. */
export const suggestMembers = endpoint('GET', '/members', {
  query: Typed,
  reply: v.object({ items: v.array(Person) }),
  private: true,
});
