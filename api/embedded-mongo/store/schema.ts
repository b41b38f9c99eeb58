/** Marks the file as ours: the letters "emdb". */
export const applicationId = 0x656d6462;

/** Grows with every change of the tables or of the key format. */
export const schemaVersion = 2;

export const createTables = `
  CREATE TABLE collections (
    id INTEGER PRIMARY KEY, db TEXT NOT NULL, name TEXT NOT NULL, options BLOB NOT NULL, UNIQUE (db, name)
  );
  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, spec BLOB NOT NULL, multikey INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE entries (
    ix INTEGER NOT NULL, key BLOB NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY (ix, key, doc)
  ) WITHOUT ROWID;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

/** What the row of an index that is being built has in place of its collection's number: who does not know it does not use it. */
export const unfinished = (collection: number): number => -collection;

export const documentTable = (collection: number): string =>
  `CREATE TABLE docs_${collection} (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, doc BLOB NOT NULL)`;

/** A stored document: the number that index entries refer to it by, and its BSON. */
export interface Row {
  id: number;
  doc: Uint8Array;
  /** Of a row along an index: the key that led to it. */
  key?: Uint8Array;
}

/** A stretch of an index, its end excluded. */
export interface KeyRange {
  from: Uint8Array;
  to: Uint8Array;
}

/** Above every key that begins with these bytes: no component begins with 0xff. */
export const after = (prefix: Uint8Array): Buffer => Buffer.concat([prefix, Buffer.from([0xff])]);
