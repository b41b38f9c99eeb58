/** SQLite application id: the letters "emdb". */
export const applicationId = 0x656d6462;

/** Raised with every change of the tables or of the key format. */
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

/**
 * The collection number of an unfinished index is stored negated, so that a program without index builds ignores it.
 */
export const unfinished = (collection: number): number => -collection;

export const documentTable = (collection: number): string =>
  `CREATE TABLE docs_${collection} (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, doc BLOB NOT NULL)`;

/** A stored document: the number that index entries refer to, and its BSON. */
export interface Row {
  id: number;
  doc: Uint8Array;
  /** The key that led to the row, if it was read from an index. */
  key?: Uint8Array;
}

/** A range of an index; `to` is exclusive. */
export interface KeyRange {
  from: Uint8Array;
  to: Uint8Array;
}

/** Sorts after every key with this prefix: no component begins with 0xff. */
export const after = (prefix: Uint8Array): Buffer => Buffer.concat([prefix, Buffer.from([0xff])]);
