import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { EJSON } from 'bson';
import { type Document, MongoClient } from 'mongodb';
import { matches } from './matching.ts';
import { operations } from './operations.ts';

/** A test of a file, and its outcome. */
export interface Outcome {
  name: string;
  result: 'passed' | 'failed' | 'skipped';
  /** The reason of a failure or skip. */
  reason: string;
}

/** The server version that the tests see. */
const version = [7, 0, 0];

interface Requirement {
  minServerVersion?: string;
  maxServerVersion?: string;
  topologies?: string[];
  serverless?: string;
  csfle?: unknown;
  auth?: boolean;
}

function compareVersion(other: string): number {
  const parts = other.split('.').map(Number);
  for (const [i, part] of version.entries()) if (part !== (parts[i] ?? 0)) return part - (parts[i] ?? 0);
  return 0;
}

const isMet = (requirements: Requirement[] | undefined): boolean =>
  !requirements ||
  requirements.some(
    (r) =>
      (!r.minServerVersion || compareVersion(r.minServerVersion) >= 0) &&
      (!r.maxServerVersion || compareVersion(r.maxServerVersion) <= 0) &&
      (!r.topologies || r.topologies.includes('single')) &&
      r.serverless !== 'require' &&
      !r.csfle &&
      !r.auth,
  );

function skipReason(spec: Document, test: Document): string | undefined {
  if (test.skipReason) return test.skipReason;
  for (const { runOnRequirements: needs } of [spec, test])
    if (!isMet(needs)) return `asks for another server: ${JSON.stringify(needs)}`;
  const names: string[] = test.operations.map(({ name }: Document) => name);
  if (names.includes('failPoint')) return 'needs a server that fails on demand';
  const unknown = names.find((name) => !operations[name]);
  return unknown && `the driver has no ${unknown}`;
}

const shown = (v: unknown): string => EJSON.stringify({ v }).slice(5, 400);

/** Converts a driver's result to the form of the test format. */
function view(result: unknown): unknown {
  if (result === undefined) return null;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return result;
  const fields = result as Document;
  if (fields.constructor?.name === 'BulkWriteResult') {
    const { insertedCount, matchedCount, modifiedCount, deletedCount, upsertedCount, upsertedIds, insertedIds } =
      fields;
    return { insertedCount, matchedCount, modifiedCount, deletedCount, upsertedCount, upsertedIds, insertedIds };
  }
  const { upsertedId, ...rest } = fields;
  return upsertedId === null ? rest : result;
}

interface DriverError extends Error {
  code?: number;
  codeName?: string;
  result?: unknown;
  partialResult?: unknown;
}

function assertError(expected: Document, error: DriverError | undefined): void {
  if (!error) throw new Error(`no error, expected ${shown(expected)}`);
  const { errorCode, errorCodeName, errorContains, isClientError, expectResult } = expected;
  const isServerError = error.name === 'MongoServerError' || /Bulk/.test(error.name);
  if (errorCode !== undefined && Number(errorCode) !== error.code)
    throw new Error(`code ${error.code}, expected ${errorCode}: ${error.message}`);
  if (errorCodeName && errorCodeName !== error.codeName)
    throw new Error(`code name ${error.codeName}: ${error.message}`);
  if (errorContains && !error.message.toLowerCase().includes(errorContains.toLowerCase()))
    throw new Error(`'${error.message}' lacks '${errorContains}'`);
  if (isClientError === true && error.name === 'MongoServerError')
    throw new Error(`a server's error: ${error.message}`);
  if (isClientError === false && !isServerError) throw new Error(`not a server's error: ${error.message}`);
  const result = view(error.result ?? error.partialResult);
  if (expectResult && !matches(expectResult, result, true)) throw new Error(`error with ${shown(result)}`);
}

async function runOperation(operation: Document, entities: Map<string, unknown>, admin: MongoClient): Promise<void> {
  const args = EJSON.parse(EJSON.stringify(operation.arguments ?? {}, { relaxed: false }), { relaxed: true });
  if (typeof args.session === 'string') args.session = entities.get(args.session);
  const run = operations[operation.name];
  let result: unknown;
  let error: DriverError | undefined;
  try {
    result = await run?.(entities.get(operation.object) as never, args, admin);
    if (operation.saveResultAsEntity) entities.set(operation.saveResultAsEntity, result);
  } catch (thrown) {
    error = thrown as DriverError;
  }
  if (operation.expectError) return assertError(operation.expectError, error);
  if (error && !operation.ignoreResultAndError) throw error;
  if (operation.expectResult === undefined) return;
  if (!matches(operation.expectResult, view(result), true))
    throw new Error(`${operation.name} gave ${shown(view(result))}, expected ${shown(operation.expectResult)}`);
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));

/** Runs the tests of a folder and its subfolders against a server. */
export class UnifiedRunner {
  readonly #url: string;
  readonly #admin: MongoClient;

  constructor(url: string) {
    this.#url = url;
    this.#admin = new MongoClient(url);
  }

  async *run(folder: string): AsyncGenerator<Outcome> {
    for (const file of filesIn(folder)) {
      const spec: Document = EJSON.parse(readFileSync(file, 'utf8'));
      const name = relative(folder, file);
      for (const test of spec.tests) yield await this.#outcome(`${name}: ${test.description}`, spec, test);
    }
  }

  close(): Promise<void> {
    return this.#admin.close();
  }

  async #outcome(name: string, spec: Document, test: Document): Promise<Outcome> {
    const reason = skipReason(spec, test);
    if (reason) return { name, result: 'skipped', reason };
    const clients: MongoClient[] = [];
    try {
      await this.#fill(spec.initialData ?? []);
      const entities = this.#entities(spec.createEntities ?? [], clients);
      for (const operation of test.operations) await runOperation(operation, entities, this.#admin);
      await this.#compare(test.outcome ?? []);
      return { name, result: 'passed', reason: '' };
    } catch (error) {
      return { name, result: 'failed', reason: (error as Error).message };
    } finally {
      await Promise.all(clients.map((client) => client.close()));
    }
  }

  async #fill(data: Document[]): Promise<void> {
    for (const { databaseName, collectionName, documents } of data) {
      const db = this.#admin.db(databaseName);
      await db.collection(collectionName).drop();
      if (documents.length) await db.collection(collectionName).insertMany(documents);
      else await db.createCollection(collectionName);
    }
  }

  async #compare(data: Document[]): Promise<void> {
    for (const { databaseName, collectionName, documents } of data) {
      const found = await this.#admin.db(databaseName).collection(collectionName).find().sort({ _id: 1 }).toArray();
      if (!matches(documents, found)) throw new Error(`left ${shown(found)}, expected ${shown(documents)}`);
    }
  }

  #entities(specs: Document[], clients: MongoClient[]): Map<string, unknown> {
    const entities = new Map<string, unknown>();
    for (const { client, database, collection, session } of specs) {
      if (client) {
        const made = new MongoClient(this.#url, client.uriOptions ?? {});
        clients.push(made);
        entities.set(client.id, made);
      } else if (database) {
        const owner = entities.get(database.client) as MongoClient;
        entities.set(database.id, owner.db(database.databaseName, database.databaseOptions));
      } else if (session) {
        entities.set(session.id, (entities.get(session.client) as MongoClient).startSession());
      } else if (collection) {
        const owner = entities.get(collection.database) as ReturnType<MongoClient['db']>;
        entities.set(collection.id, owner.collection(collection.collectionName, collection.collectionOptions));
      }
    }
    return entities;
  }
}
