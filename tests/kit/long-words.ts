import * as v from 'valibot';
import { signup } from '#contract/accounts.ts';
import { apiBase, type Endpoint, type Schema } from '#contract/endpoint.ts';
import { allCalls } from './schemas.ts';

type Parts = {
  type: string;
  entries?: Record<string, Schema>;
  item?: Schema;
  wrapped?: Schema;
  options?: readonly Schema[];
};
const partsOf = (schema: Schema): Schema & Parts => {
  const { wrapped } = schema as Parts;
  return wrapped ? partsOf(wrapped) : (schema as Schema & Parts);
};

export const longWord = 'w'.repeat(200);
/** 120 characters. */
export const longAddress = `https://example.org/${'u'.repeat(100)}`;
/** Candidates for filling a text: the first one that its schema accepts is used. */
const fillings = [
  `${longWord} ${longAddress}`,
  longWord,
  ...[120, 80, 60, 50, 40, 30, 20].map((length) => longWord.slice(0, length)),
  longAddress,
];
const fillingOf = (schema: Schema) => fillings.find((one) => v.is(schema, one));

function collect(schema: Schema, name: string, found: Map<string, string>): void {
  const { type, entries, item, options = [] } = partsOf(schema);
  if (entries) for (const [key, entry] of Object.entries(entries)) collect(entry, key, found);
  else if (item) collect(item, name, found);
  else if (type === 'variant' || type === 'union') for (const option of options) collect(option, name, found);
  else {
    const filling = fillingOf(schema);
    if (filling && filling.length > (found.get(name)?.length ?? 0)) found.set(name, filling);
  }
}

/** The free texts that members can write by any call, by name, with the longest accepted filling. */
export async function freeTexts(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { body } of await allCalls()) if (body) collect(body, '', found);
  // The username typed to delete an account is unlimited there, but no name is longer than at the sign-up.
  const names = new Map<string, string>();
  collect(signup.body, '', names);
  return new Map([...found, ['username', names.get('username') ?? '']]);
}

/**
 * Fills each free text of a reply.
 * @param note called with the name of each filled text
 */
export function filled(
  value: unknown,
  schema: Schema,
  texts: ReadonlyMap<string, string>,
  note: (name: string) => void,
  name = '',
): unknown {
  const { entries, item, options } = partsOf(schema);
  if (value === null || value === undefined) return value;
  if (options && typeof value === 'object') {
    const option = options.find((one) => v.is(one, value));
    return option ? filled(value, option, texts, note, name) : value;
  }
  if (entries) {
    const all = Object.entries(value).map(([key, one]) => {
      const entry = entries[key];
      return [key, entry ? filled(one, entry, texts, note, key) : one];
    });
    return Object.fromEntries(all);
  }
  if (item && Array.isArray(value)) return value.map((one) => filled(one, item, texts, note, name));
  const longest = texts.get(name);
  if (typeof value !== 'string' || longest === undefined) return value;
  // The same name may belong to a shorter text elsewhere.
  const shorter = fillings.filter((one) => one.length < longest.length);
  const filling = [longest, ...shorter].find((one) => v.is(schema, one));
  if (filling === undefined) return value;
  note(name);
  return filling;
}

/** Finds the call of a request; a path without parameters is preferred. */
export function callOf(calls: readonly Endpoint[], method: string, pathname: string): Endpoint | undefined {
  const fits = ({ path }: Endpoint) => new RegExp(`^${apiBase}${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
  return calls
    .filter((call) => call.method === method && fits(call))
    .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)[0];
}
