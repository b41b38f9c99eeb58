import type { Collection, Db, Document, MongoClient } from 'mongodb';

type Arguments = Document;
type Operation = (target: never, args: Arguments) => Promise<unknown>;

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

/** The operations of the unified test format, as calls of the driver. */
export const operations: Record<string, Operation> = { ...onCollections, ...onDatabases, ...onBoth, ...onClients };
