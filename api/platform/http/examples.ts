import * as v from 'valibot';
import type { Endpoint, Schema } from '#contract/endpoint.ts';

type Parts = {
  type: string;
  entries?: Record<string, Schema>;
  item?: Schema;
  items?: Schema[];
  wrapped?: Schema;
  options?: readonly unknown[];
  literal?: unknown;
};

const id = '0198f0c1-7a52-7c3e-9b1d-4f6a2e8c5d70';
const time = '2026-08-01T09:30:00.000Z';

/** Values by the name of the field: the first one that fits its schema is the example. */
const byName: readonly (readonly [name: RegExp, ...values: unknown[]])[] = [
  [/^username$|^by$|^identifier$/, 'marta.wolny'],
  [/mail$/i, 'marta@example.org'],
  [/password|^current$/i, 'winding mountain roads'],
  [/^until$|At$|Time$|Until$|^at$|^since$/, time, '2026-08-01'],
  [/^publicUrl$|^url$|^link$/, 'https://example.org/bikes', '/faq'],
  [/^endpoint$/, 'https://push.example.org/send/f1a2'],
  [/^(?:avatar|banner)$/, `/images/users/${id}/160.webp`],
  [/^slug$/, '2019-surly-midnight-special'],
  [/^path$/, '/bike/search'],
  [/^title$|^model$/, 'Midnight Special'],
  [/^brand$|^brandName$/, 'Surly'],
  [/^brandId$/, 'surly'],
  [/^year$/, 2019, '2019'],
  [/^text$|^comment$/, 'Nice rack. Where did you find it?'],
  [/^story$/, 'Found in a barn, taken apart on the kitchen table.'],
  [/^reason$/, 'Spam', 'Not a bike.'],
  [/^note$/, 'The photos are from a shop.'],
  [/^subject$/, 'A wheel'],
  [/^message$/, 'Which one is true?'],
  [/^caption$|^alt$/, 'By the river'],
  [/^device$/, 'Firefox on Android', id],
  [/^login$/, 'LoginSucceeded'],
  [/^state$/, 'delivered', 'running', 'decided'],
  [/^category$/, 'Gravel'],
  [/^(?:avatar|banner)Image$/, `/images/users/${id}/480.webp`],
  [/^discipline$/, 'Bikepacking'],
  [/^place$/, 'Zurich, Switzerland'],
  [/^nickname$/, 'The Goat'],
  [/^linksFrom$|^accessExpires$/, time],
  [/^sender$/, 'no-reply@example.org'],
  [/^messageId$/, `bike_published_${id}`],
  [/^paused$/, null],
  [/^error$/, ''],
  [/^host$/, 'web-1'],
  [/^version$/, 3, '0.1.0'],
  [/^country$/, 'CH'],
  [/^countryName$/, 'Switzerland'],
  [/^region$/, 'CH-ZH'],
  [/^regionName$/, 'Zurich'],
  [/^label$/, 'My blog'],
  [/^timeZone$/, 'Europe/Zurich'],
  [/^color$/, '#fbcb19'],
  [/^secret$/, 'hbt_9fQx3mB7Tz0Kc5Vw2Yh8Rj4Ln6Pd1Sg0Ua3Ei5Xo7Zb2d41c8a9'],
  [/^week$|^decided$/, '2026-W31'],
  [/^cursor$|^next$/, '1751', 'WzE3NTQwNDA2MDAwMDAsIjAxOTgiXQ'],
  [/^token$/, 'q3Jm0o6JzvYb0oWqF4pXk2s8Ew1cTn5Rh7Ua9Id_LxM'],
  [/^shareId$/, 'q3Jm0o6JzvYb0oWqF4pXkw'],
  [/^thumbhash$|^hash$/, '1QcSHQRnh493V4dIh4eXh1h4kJUI'],
  [/^code$/, '12345678', 'CH'],
  [/^name$/, 'Winter bikes'],
  [/^lat|^lng|^lon/, 47],
];

/** Values by their kind, where the name says nothing. */
const byKind: readonly unknown[] = [
  ...['Text', id, 1, false, true, time, '2026-08-01', 'CH', '1', 'https://example.org/bikes', 2000, 20, 0],
  ...['B'.repeat(87), 'B'.repeat(22), '', '#fbcb19', 'https://youtu.be/dQw4w9WgXcQ', {}, [], null],
];

const fits = (schema: Schema, value: unknown): boolean => v.is(schema, value);

/** A number that says something: of pixels, bytes, milliseconds or of things. */
const numberFor = (name: string): number => {
  if (/^(?:width|w)$/.test(name)) return 2048;
  if (/^(?:height|h)$/.test(name)) return 1365;
  return /bytes|size/i.test(name) ? 482_113 : 3;
};

/**
 * Returns a value that a schema accepts, as an example of what a call sends or answers.
 * @param name of the field, which says what a text is
 * @throws Error for a field that no known value fits
 */
function exampleOf(schema: Schema, name = ''): unknown {
  const { type, entries, item, items, wrapped, options, literal } = schema as Schema & Parts;
  const named = byName.filter(([pattern]) => pattern.test(name)).flatMap(([, ...values]) => values);
  if (wrapped) return named.includes(null) && fits(schema, null) ? null : exampleOf(wrapped, name);
  if (entries) return exampleObject(schema, entries);
  if (items) return items.map((one, place) => exampleOf(one, `${name}.${place}`));
  if (item) {
    const one = exampleOf(item, name.replace(/ies$/, 'y').replace(/s$/, ''));
    return fits(schema, [one]) ? [one] : [];
  }
  if (type === 'literal') return literal;
  if (type === 'variant' || type === 'union') return exampleOf((options as Schema[])[0] as Schema, name);
  if (options) return named.find((value) => options.includes(value)) ?? options.find(Boolean) ?? options[0];
  const ids = /id$|^to$|^with$|^from$/i.test(name) ? [id] : [];
  const numbers = type === 'number' ? [numberFor(name)] : [];
  const found = [...named, ...ids, ...numbers, ...byKind].find((value) => fits(schema, value));
  if (found === undefined && !fits(schema, undefined)) throw new Error(`No example fits the field "${name}".`);
  return found;
}

/** An object with the fields that it must have; with all of them if it must have none. */
function exampleObject(schema: Schema, entries: Record<string, Schema>): object {
  const needed = Object.entries(entries).filter(([, { type }]) => type !== 'optional');
  const fields = needed.length > 0 ? needed : Object.entries(entries);
  const whole = fields.map(([name, entry]) => [name, exampleOf(entry, name)] as const);
  const excluded = v.safeParse(schema, Object.fromEntries(whole)).issues?.map(({ path }) => path?.[0]?.key) ?? [];
  return Object.fromEntries(whole.filter(([name, value]) => value !== undefined && !excluded.includes(name)));
}

/** What the schemas alone would not suggest, by method and path. It replaces single fields. */
const byHand: Readonly<Record<string, { body?: object; data?: object }>> = {
  'PUT /bikes/:bikeId': {
    body: {
      nickname: 'The Goat',
      frameMaterial: 'Steel',
      colors: ['Green'],
      story: 'Found in a barn, taken apart on the kitchen table.',
      tags: ['randonneur'],
    },
  },
  'POST /user/password': { body: { password: 'gravel in the rain' } },
  'POST /moderation/webhooks': { data: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
};

/** What a call sends, and what it is answered: `undefined` for nothing. */
export function examplesOf({ method, path, body, reply, file }: Endpoint): { body: unknown; answer: unknown } {
  const own = byHand[`${method} ${path}`];
  const whole = (schema: Schema, fields: object | undefined) => {
    const value = exampleOf(schema);
    return fields ? { ...(value as object), ...fields } : value;
  };
  const data = file ? undefined : whole(reply, own?.data);
  return {
    body: body && whole(body, own?.body),
    answer: data === undefined ? undefined : { successful: true, data, validation: null, error: null },
  };
}

/** An example of a parameter in the path or the query. */
export const parameterExample = (name: string): string => {
  const named = byName.find(([pattern]) => pattern.test(name))?.[1];
  if (typeof named === 'string') return named;
  if (name === 'targetType') return 'Post';
  if (name === 'limit') return '20';
  return /id$|^as$/i.test(name) ? id : '1';
};
