import { basename, join } from 'node:path';
import type { Document } from '../../bson/codec.ts';
import { assertFile } from '../files.ts';
import { Refusal } from '../refusal.ts';
import { fromLine } from './extended-json.ts';
import { linesOf } from './lines.ts';
import type { Exported } from './manifest.ts';

interface Batch {
  docs: Document[];
  /** The line of each document. */
  lines: number[];
}

/** Limits of a batch. A line is about as long as its document in a message. */
const maxDocs = 1000;
const maxCharacters = 4 * 1024 * 1024;

function parsed(file: string, number: number, text: string): Document {
  try {
    return fromLine(text);
  } catch (error) {
    throw new Refusal(`${basename(file)}, line ${number}: ${(error as Error).message}`);
  }
}

/**
 * Reads the documents of a collection's file in batches. Throws a Refusal that names file and line if one cannot be
 * read, and if the number of documents differs from the export's.
 */
export async function* readDocuments(folder: string, { file, documents }: Exported): AsyncGenerator<Batch> {
  const path = join(folder, file);
  let batch: Batch = { docs: [], lines: [] };
  let characters = 0;
  let count = 0;
  let last = 0;
  try {
    await assertFile(path);
    for await (const [number, text] of linesOf(path)) {
      last = number;
      if (!text.trim()) continue;
      batch.docs.push(parsed(path, number, text));
      batch.lines.push(number);
      count++;
      characters += text.length;
      if (batch.docs.length < maxDocs && characters < maxCharacters) continue;
      yield batch;
      batch = { docs: [], lines: [] };
      characters = 0;
    }
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal(`${file}, line ${last + 1}: it is not UTF-8.`);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Refusal(`${path} is missing.`);
    throw error;
  }
  if (batch.docs.length) yield batch;
  if (count !== documents)
    throw new Refusal(`${file} holds ${count} documents, but ${documents} were exported: it is not complete.`);
}
