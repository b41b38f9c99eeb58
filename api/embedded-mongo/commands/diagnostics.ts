import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { numberOf } from '../bson/values.ts';
import { fileSize, sizesOf, storageStats } from '../store/sizes.ts';
import { collectionOf, type Handler, ok } from './call.ts';
import { anything, ignored, readFields } from './fields.ts';
import { maxDocumentBytes } from './writes.ts';

/** The MongoDB version that this server is a subset of. */
export const version = '7.0.0';
const versionArray = [7, 0, 0, 0];
/** The wire version of MongoDB 7.0. */
const maxWireVersion = 21;
export const maxMessageBytes = 48_000_000;

/** A standalone server's answer: no `setName`, `msg`, `topologyVersion` or `compression`. */
const greeting =
  (primary: string): Handler =>
  (call) => ({
    helloOk: true,
    [primary]: true,
    maxBsonObjectSize: maxDocumentBytes,
    maxMessageSizeBytes: maxMessageBytes,
    maxWriteBatchSize: 100_000,
    localTime: new Date(call.now()),
    logicalSessionTimeoutMinutes: 30,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion,
    readOnly: false,
    ok: 1,
  });

export const hello = greeting('isWritablePrimary');
export const isMaster = greeting('ismaster');

export const ping: Handler = () => ok;

export const buildInfo: Handler = () => ({
  version,
  versionArray,
  gitVersion: 'embedded',
  modules: ['embedded'],
  bits: 64,
  debug: false,
  maxBsonObjectSize: maxDocumentBytes,
  storageEngines: ['sqlite'],
  ok: 1,
});

export const connectionStatus: Handler = ({ command }) => ({
  authInfo: {
    authenticatedUsers: [],
    authenticatedUserRoles: [],
    ...(command.showPrivileges === true && { authenticatedUserPrivileges: [] }),
  },
  ok: 1,
});

const parameters: Document = { enableTestCommands: false, featureCompatibilityVersion: { version: '7.0' } };

export const getParameter: Handler = ({ command }) => {
  const { getParameter: which } = command;
  const wanted = Object.entries(parameters).filter(([name]) => which === '*' || Object.hasOwn(command, name));
  if (!wanted.length) throw new DbError(72, 'no option found to get');
  return { ...Object.fromEntries(wanted), ok: 1 };
};

/** The unit of sizes, in bytes. */
function scaleOf(command: Document): number {
  const scale = numberOf(command.scale) ?? 1;
  if (!(scale >= 1)) throw new DbError(51024, `BSON field 'scale' value must be >= 1, actual value '${scale}'`);
  return Math.trunc(scale);
}

export const dbStats: Handler = (call): Document => {
  readFields(call.name, call.command, { scale: anything, freeStorage: ignored });
  const collections = call.store.collections().filter(({ db }) => db === call.db);
  const scale = scaleOf(call.command);
  const { count, size, indexes, indexSize } = sizesOf(collections);
  return {
    db: call.db,
    collections: collections.length,
    views: 0,
    objects: count,
    avgObjSize: count ? size / count : 0,
    dataSize: size / scale,
    storageSize: fileSize(call.store) / scale,
    indexes,
    indexSize: indexSize / scale,
    scaleFactor: scale,
    ok: 1,
  };
};

export const collStats: Handler = (call): Document => {
  readFields(call.name, call.command, { scale: anything });
  const stats = storageStats(collectionOf(call), scaleOf(call.command));
  return { ns: `${call.db}.${String(call.target)}`, ...stats, ok: 1 };
};
