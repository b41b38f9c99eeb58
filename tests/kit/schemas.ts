import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import type { Endpoint, Schema } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';

const contract = join(import.meta.dirname, '../../api/contract');

type Parts = {
  type: string;
  entries?: Record<string, Schema>;
  item?: Schema;
  wrapped?: Schema;
  options?: readonly unknown[];
  literal?: unknown;
};
const plain = (schema: Schema): Schema & Parts => {
  const { wrapped } = schema as Parts;
  return wrapped ? plain(wrapped) : schema;
};
/** Options of a variant schema; null for other schemas. */
const shapesOf = (schema: Schema): readonly Schema[] | null => {
  const { type, options } = plain(schema);
  return type === 'variant' ? (options as Schema[]) : null;
};
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** All endpoints that the contract's files export. */
export async function allCalls(): Promise<Endpoint[]> {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(contract, name)).href)));
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
}

/** Input schemas of all endpoints, by name. */
export async function inputSchemas(): Promise<[name: string, schema: Schema][]> {
  return (await allCalls()).flatMap(({ method, path, body, query }) => [
    ...(body ? [[`${method} ${path}, body`, body] as [string, Schema]] : []),
    ...(query ? [[`${method} ${path}, query`, query] as [string, Schema]] : []),
  ]);
}

const candidates = [
  'Midnight Special',
  'ann@example.org',
  'ann',
  newId(),
  '1',
  'CH',
  'CH-ZH',
  1,
  2000,
  20,
  true,
  null,
  {},
  '2026-08-01T00:00:00Z',
  '2026-08-01',
  'https://youtu.be/dQw4w9WgXcQ',
  // A push subscription's keys, and its time zone.
  'B'.repeat(87),
  'B'.repeat(22),
  'Europe/Zurich',
  // A color.
  '#fbcb19',
];

/** Returns a valid input of a schema with every field filled in. */
export function sample(schema: Schema): unknown {
  const { entries, item, options, literal } = plain(schema);
  const [shape] = shapesOf(schema) ?? [];
  if (shape) return sample(shape);
  if (entries) {
    const whole = Object.entries(entries).map(([name, entry]) => [name, sample(entry)] as const);
    // Leaves out fields that others exclude.
    const out = v.safeParse(schema, Object.fromEntries(whole)).issues?.map(({ path }) => path?.[0].key) ?? [];
    return Object.fromEntries(whole.filter(([name]) => !out.includes(name)));
  }
  if (item) return [sample(item)];
  if (literal !== undefined) return literal;
  if (options) return options[0];
  const fits = candidates.find((candidate) => v.is(schema, candidate));
  if (fits === undefined) throw new Error(`No sample fits a field of the kind ${schema.expects}: add one.`);
  return fits;
}

/** Describes what a schema does, without its bounds and messages. */
function kindOf(schema: unknown): string {
  const { type, requirement, operation, wrapped, pipe, item, entries, options } = schema as Record<string, unknown>;
  const inner = [wrapped, item, ...((pipe as unknown[]) ?? []), ...Object.values(entries ?? {})].filter(Boolean);
  const shapes = type === 'variant' ? (options as unknown[]) : [];
  const rule = typeof requirement === 'number' ? '' : String(requirement ?? operation ?? '');
  return `${type}(${rule} ${[...inner, ...shapes].map(kindOf).join(' ')})`;
}

/**
 * Returns samples with `mark` in place of one field or list, for each kind and at every depth; lists also with `copies`
 * equal items.
 */
export function marked(schema: Schema, mark: unknown, copies: number): unknown[] {
  const { entries, item } = plain(schema);
  const shapes = shapesOf(schema);
  if (shapes) return shapes.flatMap((shape) => marked(shape, mark, copies));
  if (item) return [mark, ...marked(item, mark, copies).flatMap((one) => [[one], Array(copies).fill(one)])];
  if (!entries) return [mark];
  const whole = sample(schema) as object;
  const kinds = new Map(Object.entries(entries).map(([name, entry]) => [kindOf(entry), name]));
  const inner = [...kinds.values()].flatMap((name) =>
    marked(entries[name] as Schema, mark, copies).map((one) => ({ ...whole, [name]: one })),
  );
  return [mark, ...inner];
}
