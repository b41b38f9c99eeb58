import { Double, Int32, Long } from 'bson';
import type { Document } from '../../bson/codec.ts';
import { Refusal } from '../refusal.ts';
import type { Exported, Manifest } from './manifest.ts';
import { isUnfinished } from './transfer.ts';

/** MongoDB's limit for a full collection name, in bytes. */
const maxNameLength = 255;
/** MongoDB's limit for the indexes of a collection, including `_id`. */
const maxIndexes = 64;

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('_bsontype' in value);

/** A whole number of any BSON type; -1 for anything else. */
function countOf(value: unknown): number {
  const isNumber = typeof value === 'number' || [Int32, Long, Double].some((type) => value instanceof type);
  const count = isNumber ? Number(value) : -1;
  return Number.isSafeInteger(count) ? count : -1;
}

const isCollectionName = (name: unknown): name is string =>
  typeof name === 'string' &&
  name.length <= maxNameLength &&
  /^[^$\0]+$/.test(name) &&
  !/^system\.|^\.|\.$|\.\./.test(name) &&
  !isUnfinished(name);

/** Whether a name stays within the folder on every system. */
const isFileName = (file: unknown): file is string => typeof file === 'string' && /^[^/\\:\0]+\.json$/.test(file);

const isIndex = (index: unknown): boolean =>
  isDocument(index) && typeof index.name === 'string' && isDocument(index.key) && Object.keys(index.key).length > 0;

function exportedOf(one: unknown, refuse: (why: string) => Refusal): Exported {
  if (!isDocument(one)) throw refuse('lists something that is no collection');
  const { name, file, options, indexes } = one;
  if (!isCollectionName(name)) throw refuse('names a collection that cannot be one');
  if (!isFileName(file)) throw refuse(`names files elsewhere: the one of ${name} cannot be an export's`);
  const documents = countOf(one.documents);
  if (documents < 0) throw refuse(`does not say how many documents ${name} has`);
  if (!isDocument(options) || 'viewOn' in options) throw refuse(`has options of ${name} that are none`);
  if (!Array.isArray(indexes) || indexes.length > maxIndexes || !indexes.every(isIndex))
    throw refuse(`has indexes of ${name} that are none`);
  return { name, file, documents, options, indexes };
}

/** Validates a manifest. Throws a Refusal that names `path`. */
export function manifestOf(said: unknown, path: string): Manifest {
  const refuse = (why: string): Refusal => new Refusal(`${path} ${why}.`);
  const { format, id, collections } = isDocument(said) ? said : {};
  const isOurs = countOf(format) === 1 && typeof id === 'string' && /^[0-9a-f]{64}$/.test(id);
  if (!isOurs || !Array.isArray(collections)) throw refuse('is of a format that this program does not know');
  const exported = collections.map((one) => exportedOf(one, refuse));
  for (const part of ['name', 'file'] as const)
    if (new Set(exported.map((one) => one[part])).size < exported.length) throw refuse(`lists the same ${part} twice`);
  return { format: 1, id, collections: exported };
}
