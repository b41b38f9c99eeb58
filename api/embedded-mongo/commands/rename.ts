import { DbError } from '../bson/errors.ts';
import { type Call, type Handler, ok } from './call.ts';
import { flag, readFields, text } from './fields.ts';

/** Splits a full name into database and collection. */
function split(namespace: unknown): [db: string, name: string] {
  const at = typeof namespace === 'string' ? namespace.indexOf('.') : -1;
  if (typeof namespace !== 'string' || at < 1 || at === namespace.length - 1)
    throw new DbError(73, `Invalid namespace specified '${String(namespace)}'`);
  return [namespace.slice(0, at), namespace.slice(at + 1)];
}

/** Renames a collection; its documents and indexes stay as they are. */
export const renameCollection: Handler = (call: Call) => {
  const { to, dropTarget = false } = readFields('renameCollection', call.command, { to: text, dropTarget: flag });
  if (call.db !== 'admin') throw new DbError(13, 'renameCollection may only be run against the admin database.');
  if (to === undefined) throw new DbError(40414, "BSON field 'renameCollection.to' is missing but a required field");
  const [fromDb, fromName] = split(call.target);
  const [toDb, toName] = split(to);
  if (call.target === to) throw new DbError(20, "Can't rename a collection to itself");
  const source = call.store.find(fromDb, fromName);
  if (!source) throw new DbError(26, `Source collection ${fromDb}.${fromName} does not exist`);
  const target = call.store.find(toDb, toName);
  if (target && !dropTarget) throw new DbError(48, 'target namespace exists');
  if (target) call.store.drop(target);
  call.store.rename(source, toDb, toName);
  return ok;
};
