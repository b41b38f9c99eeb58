import type { AbstractCursor, Collection, Db, Document, MongoClient } from 'mongodb';

type Arguments = Document;
type Operation = (target: never, args: Arguments, admin: MongoClient) => Promise<unknown>;

const lowerCase = ({ returnDocument, ...options }: Document): Document =>
  returnDocument ? { ...options, returnDocument: String(returnDocument).toLowerCase() } : options;

const onCollections: Record<string, (collection: Collection, args: Arguments) => Promise<unknown>> = {
  find: (c, { filter, ...o }) => c.find(filter, o).toArray(),
  findOne: (c, { filter, ...o }) => c.findOne(filter, o),
  insertOne: (c, { document, ...o }) => c.insertOne(document, o),
  insertMany: (c, { documents, ...o }) => c.insertMany(documents, o),
  updateOne: (c, { filter, update, ...o }) => c.updateOne(filter, update, o),
  updateMany: (c, { filter, update, ...o }) => c.updateMany(filter, update, o),
  replaceOne: (c, { filter, replacement, ...o }) => c.replaceOne(filter, replacement, o),
  deleteOne: (c, { filter, ...o }) => c.deleteOne(filter, o),
  deleteMany: (c, { filter, ...o }) => c.deleteMany(filter, o),
  findOneAndUpdate: (c, { filter, update, ...o }) => c.findOneAndUpdate(filter, update, lowerCase(o)),
  findOneAndReplace: (c, { filter, replacement, ...o }) => c.findOneAndReplace(filter, replacement, lowerCase(o)),
  findOneAndDelete: (c, { filter, ...o }) => c.findOneAndDelete(filter, o),
  bulkWrite: (c, { requests, ...o }) => c.bulkWrite(requests, o),
  count: (c, { filter, ...o }) => c.count(filter, o),
  countDocuments: (c, { filter, ...o }) => c.countDocuments(filter, o),
  estimatedDocumentCount: (c, o) => c.estimatedDocumentCount(o),
  distinct: (c, { fieldName, filter, ...o }) => c.distinct(fieldName, filter, o),
  createIndex: (c, { keys, ...o }) => c.createIndex(keys, o),
  dropIndex: (c, { name, ...o }) => c.dropIndex(name, o),
  listIndexes: (c, o) => c.listIndexes(o).toArray(),
};

const onDatabases: Record<string, (db: Db, args: Arguments) => Promise<unknown>> = {
  listCollections: (db, { filter, ...o }) => db.listCollections(filter, o).toArray(),
  createCollection: (db, { collection, ...o }) => db.createCollection(collection, o),
  dropCollection: (db, { collection, ...o }) => db.dropCollection(collection, o),
  runCommand: (db, { command, commandName: _, ...o }) => db.command(command, o),
  modifyCollection: (db, { collection, ...o }) => db.command({ collMod: collection, ...o }),
  runCursorCommand: (db, args) => cursorOf(db, args).toArray(),
  createCommandCursor: async (db, args) => {
    const cursor = cursorOf(db, args);
    await cursor.hasNext();
    return cursor;
  },
};

function cursorOf(db: Db, { command, commandName: _, batchSize, maxTimeMS, comment, ...o }: Document) {
  const cursor = db.runCursorCommand(command, o);
  if (batchSize !== undefined) cursor.setBatchSize(batchSize);
  if (maxTimeMS !== undefined) cursor.setMaxTimeMS(maxTimeMS);
  if (comment !== undefined) cursor.setComment(comment);
  return cursor;
}

const onCursors: Record<string, (cursor: AbstractCursor, args: Arguments) => Promise<unknown>> = {
  iterateUntilDocumentOrError: (cursor) => cursor.next(),
  iterateOnce: (cursor) => cursor.tryNext(),
  close: (cursor) => cursor.close(),
};

const onBoth: Record<string, (target: Db | Collection, args: Arguments) => Promise<unknown>> = {
  aggregate: (target, { pipeline, ...o }) => target.aggregate(pipeline, o).toArray(),
};

const onClients: Record<string, (client: MongoClient, args: Arguments) => Promise<unknown>> = {
  clientBulkWrite: (client, { models, ...o }) =>
    client.bulkWrite(
      models.map((model: Document) => {
        const [name, rest] = Object.entries(model)[0] ?? [];
        return { name, ...rest };
      }),
      o,
    ),
};

/** The operations of the test runner itself. */
const onRunner: Record<string, (target: unknown, args: Arguments, admin: MongoClient) => Promise<unknown>> = {
  async assertCollectionExists(_, { databaseName, collectionName }, admin) {
    const found = await admin.db(databaseName).listCollections({ name: collectionName }).toArray();
    if (!found.length) throw new Error(`there is no collection ${collectionName}`);
  },
  // Tests the driver only; no server's reply changes it.
  assertSameLsidOnLastTwoCommands: async () => undefined,
};

/** The operations of the unified test format, as driver calls. */
export const operations: Record<string, Operation> = {
  ...onCollections,
  ...onDatabases,
  ...onBoth,
  ...onCursors,
  ...onClients,
  ...onRunner,
};
