import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientSession, CollectionInfo, Db } from 'mongodb';
import { type Document, decode } from '../../bson/codec.ts';
import { Refusal } from '../refusal.ts';
import { saysExactly, toLine } from './extended-json.ts';
import { type Exported, fileNames, writeManifest } from './manifest.ts';
import { isUnfinished, type TransferOptions, type Transferred } from './transfer.ts';

/** Size of a write, in characters. */
const chunkSize = 1024 * 1024;

/** Numbers keep their BSON types, so that an index or option is the same on another server. */
const typed = { promoteValues: false, promoteLongs: false } as const;

async function plainCollections(db: Db): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  const listed: CollectionInfo[] = await db.listCollections({}, { ...typed, nameOnly: false }).toArray();
  for (const { name, type, options } of listed) {
    if (name.startsWith('system.') || isUnfinished(name)) continue;
    if (String(type) !== 'collection') throw new Refusal(`${name} is a ${String(type)}, which cannot be exported.`);
    found.set(name, options ?? {});
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Sorted by name, because servers list indexes in different orders. */
async function indexesOf(db: Db, name: string): Promise<Document[]> {
  const indexes: Document[] = await db.collection(name).listIndexes(typed).toArray();
  return indexes.sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
}

export interface ExportOptions extends TransferOptions {
  /** A snapshot session: the documents are then those of one moment. */
  session?: ClientSession | undefined;
}

/** Where documents are written. */
interface Target {
  file: FileHandle;
  /** A hash of everything exported so far. */
  hash: Hash;
  session: ClientSession | undefined;
  count(): void;
}

async function writeDocuments(db: Db, name: string, { file, hash, session, count }: Target): Promise<void> {
  // The order of `_id` is the same on every server.
  const cursor = db.collection(name).find(
    {},
    {
      raw: true,
      batchSize: 500,
      sort: { _id: 1 },
      ...(session && { session }),
    },
  );
  let text = '';
  const flush = async (): Promise<void> => {
    hash.update(text);
    await file.writeFile(text);
    text = '';
  };
  for await (const bytes of cursor as unknown as AsyncIterable<Uint8Array>) {
    const line = toLine(bytes);
    if (!saysExactly(line, bytes))
      throw new Refusal(
        `The document ${JSON.stringify(decode(bytes)._id)} of ${name} cannot be written as Extended JSON without loss.`,
      );
    text += `${line}\n`;
    count();
    if (text.length >= chunkSize) await flush();
  }
  await flush();
  await file.sync();
}

/**
 * Exports every collection into a new or empty folder: one file of canonical Extended JSON each, one document a line,
 * and a manifest for recreating them. Every line is read back and compared with the document byte for byte. Documents
 * that change meanwhile may be written as before or after the change. Throws a Refusal.
 */
export async function exportDatabase(db: Db, folder: string, options: ExportOptions): Promise<Transferred> {
  const { onProgress, signal, session } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length) throw new Refusal(`${folder} is not empty.`);
  const written: string[] = [];
  try {
    const found = await plainCollections(db);
    const files = fileNames([...found.keys()]);
    const collections: Exported[] = [];
    const hash = createHash('sha256');
    let documents = 0;
    for (const [name, settings] of found) {
      const total = await db.collection(name).estimatedDocumentCount();
      const file = files.get(name) as string;
      const one: Exported = { name, file, documents: 0, options: settings, indexes: await indexesOf(db, name) };
      written.push(file);
      const count = (): void => {
        signal.throwIfAborted();
        onProgress({ what: name, done: ++one.documents, total });
      };
      await using handle = await open(join(folder, file), 'wx', 0o600);
      await writeDocuments(db, name, { file: handle, hash: hash.update(name), session, count });
      documents += one.documents;
      collections.push(one);
    }
    await writeManifest(folder, { format: 1, id: hash.digest('hex'), collections });
    return { collections: collections.length, documents };
  } catch (error) {
    for (const file of written) await rm(join(folder, file), { force: true });
    throw error;
  }
}
