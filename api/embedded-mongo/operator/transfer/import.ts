import type { Collection, Db } from 'mongodb';
import type { Document } from '../../bson/codec.ts';
import { Refusal } from '../refusal.ts';
import { type Exported, type Manifest, readManifest } from './manifest.ts';
import { readDocuments } from './read-documents.ts';
import { prefix, stateName, type TransferOptions, type Transferred } from './transfer.ts';

export interface ImportOptions extends TransferOptions {
  /** Whether existing collections may be replaced. */
  replace: boolean;
}

interface State extends Document {
  _id: string;
}

/** Fields that a server adds to an index that it lists. */
const ofTheServer = new Set(['v', 'ns', 'textIndexVersion', '2dsphereIndexVersion']);

const wanted = (index: Document): Document =>
  Object.fromEntries(Object.entries(index).filter(([name]) => !ofTheServer.has(name)));

interface WriteFailure {
  message: string;
  index?: number;
  writeErrors?: { index: number } | readonly { index: number }[];
}

/** Returns the line of the document that a server refused. */
function refusedLine(error: unknown, lines: readonly number[]): number | undefined {
  const { writeErrors } = error as WriteFailure;
  const [first] = [writeErrors ?? []].flat();
  return first && lines[first.index];
}

async function load(collection: Collection, folder: string, one: Exported, options: ImportOptions): Promise<void> {
  let done = 0;
  for await (const { docs, lines } of readDocuments(folder, one)) {
    options.signal.throwIfAborted();
    try {
      // Nothing is left out: an exported undefined is stored as undefined.
      await collection.insertMany(docs, { ordered: true, ignoreUndefined: false });
    } catch (error) {
      const line = refusedLine(error, lines);
      if (!line) throw error;
      throw new Refusal(`${one.file}, line ${line}: the server refuses it: ${(error as WriteFailure).message}`);
    }
    done += docs.length;
    options.onProgress({ what: one.name, done, total: one.documents });
  }
}

/** Creates a collection under a temporary name, with its indexes, and fills it. */
async function prepare(db: Db, folder: string, one: Exported, options: ImportOptions): Promise<void> {
  const name = prefix + one.name;
  await db.collection(name).drop();
  const indexes = one.indexes.map(wanted).filter((index) => index.name !== '_id_');
  try {
    await db.createCollection(name, one.options);
    if (indexes.length) await db.command({ createIndexes: name, indexes });
  } catch (error) {
    throw new Refusal(`The server refuses the options or an index of ${one.name}: ${(error as Error).message}`);
  }
  await load(db.collection(name), folder, one, options);
}

/** Reads every line before anything is written. */
async function assertReadable(folder: string, { collections }: Manifest, options: ImportOptions): Promise<void> {
  for (const one of collections) {
    let done = 0;
    for await (const { docs } of readDocuments(folder, one)) {
      options.signal.throwIfAborted();
      done += docs.length;
      options.onProgress({ what: `reading ${one.file}`, done, total: one.documents });
    }
  }
}

async function assertEmpty(db: Db, { collections }: Manifest): Promise<void> {
  for (const { name } of collections)
    if (await db.collection(name).findOne({}, { projection: { _id: 1 } }))
      throw new Refusal(`The collection ${name} holds documents already. --replace replaces them.`);
}

/**
 * Imports an export. Every line is read before anything is written. The documents are stored in temporary collections
 * with their indexes, which are renamed when all are complete. A failure before that leaves the existing collections as
 * they were. An interrupted import can be repeated, even if it stopped during the renames. Throws a Refusal.
 */
export async function importDatabase(db: Db, folder: string, options: ImportOptions): Promise<Transferred> {
  const manifest = await readManifest(folder);
  const { id, collections } = manifest;
  const state = db.collection<State>(stateName);
  const mayReplace = options.replace || (await state.findOne({ _id: id })) !== null;
  if (!mayReplace) await assertEmpty(db, manifest);
  await assertReadable(folder, manifest, options);
  for (const one of collections) await prepare(db, folder, one, options);
  options.signal.throwIfAborted();
  if (!mayReplace) await assertEmpty(db, manifest);
  await state.updateOne({ _id: id }, { $set: { at: new Date() } }, { upsert: true });
  const there = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  // Not every server accepts the option, and a new collection does not need it.
  for (const { name } of collections)
    await db.renameCollection(prefix + name, name, there.has(name) ? { dropTarget: true } : {});
  await state.drop();
  return { collections: collections.length, documents: collections.reduce((n, { documents }) => n + documents, 0) };
}
