import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { Person } from './people.ts';
import { usernameKey } from './username.ts';

/** How many members a text calls at most; what else looks like a name is words. */
export const mostMentions = 10;

/** A member whom a text calls. `name`: what they were called then; whoever follows the link finds them by the id. */
export const Mention = v.object({ id: Id, name: v.string() });
export type Mention = v.InferOutput<typeof Mention>;

/**
 * Addresses as people write them, where what closes a sentence is not part of one; and names behind an @ that belongs to
 * no word, such as a mail address. What is in an address calls nobody.
 */
const links =
  /https?:\/\/[^\s<>"']*[^\s<>"'.,:;!?)\]}]|(?<![\p{L}\p{N}_.@/-])@([A-Za-z0-9]+(?:[._-][A-Za-z0-9]+){0,2})(?![\p{L}\p{N}])/gu;

/** Part of a text: words, an address, or a name with its @, which may be meant to end earlier. */
type TextPart = { kind: 'words' | 'address' | 'name'; words: string };

/** A text in its parts. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: words, 1: name, index } of text.matchAll(links)) {
    if (index > from) parts.push({ kind: 'words', words: text.slice(from, index) });
    parts.push({ kind: name === undefined ? 'address' : 'name', words });
    from = index + words.length;
  }
  if (from < text.length) parts.push({ kind: 'words', words: text.slice(from) });
  return parts;
}

/** What a name in a text may be: all of it, else without what follows its last dot, dash or line, as in `@ana.Nice`. */
export function readingsOf(words: string): string[] {
  const readings: string[] = [];
  for (let name = words.replace(/^@/, ''); name; name = name.replace(/[._-]?[^._-]*$/, '')) readings.push(name);
  return readings;
}

/** The first reading of a name by which somebody is found. */
export function readName<T>(words: string, found: (key: string) => T | undefined): { name: string; as: T } | null {
  for (const name of readingsOf(words)) {
    const as = found(usernameKey(name));
    if (as !== undefined) return { name, as };
  }
  return null;
}

const Typed = v.object({ q: v.pipe(v.string('Send the beginning of a name.'), v.minLength(1), v.maxLength(60)) });

/** Members whose name begins so, to be called in a text. */
export const suggestMembers = endpoint('GET', '/members', {
  query: Typed,
  reply: v.object({ items: v.array(Person) }),
  private: true,
});
