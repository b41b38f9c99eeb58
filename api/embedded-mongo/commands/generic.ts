import type { Document } from '../bson/codec.ts';
import { assertDepth, maxDepth } from '../bson/depth.ts';
import { badValue, DbError } from '../bson/errors.ts';
import { isDocument, numberOf } from '../bson/values.ts';
import { document, text } from './fields.ts';

const maxTimeMs = 2 ** 31 - 1;
const readLevels = ['local', 'available', 'majority'];
const replicatedLevels = ['linearizable', 'snapshot'];

function assertMaxTime(value: unknown): void {
  const time = numberOf(value);
  if (time === undefined) throw badValue('maxTimeMS must be a number');
  if (!Number.isInteger(time)) throw badValue('maxTimeMS has non-integral value');
  if (time < 0 || time > maxTimeMs) throw badValue(`${time} value for maxTimeMS is out of range [0, ${maxTimeMs}]`);
}

/** A single node has read what a majority has. Read concerns that only a replica set can provide are refused. */
function assertReadConcern(value: unknown): void {
  const { level = 'local', ...others } = document(value, 'readConcern');
  const name = text(level, 'readConcern.level');
  if (replicatedLevels.includes(name))
    throw new DbError(123, `node needs to be a replica set member to use read concern: ${name}`);
  if (!readLevels.includes(name))
    throw badValue(`Enumeration value '${name}' for field 'readConcern.level' is not a valid value.`);
  for (const field of Object.keys(others)) {
    if (field === 'afterClusterTime' || field === 'atClusterTime')
      throw new DbError(20, `Cannot specify ${field} readConcern without replication enabled`);
    if (field !== 'provenance') throw new DbError(40415, `BSON field 'readConcern.${field}' is an unknown field.`);
  }
}

/** A single node acknowledges when the write is on its disk; it cannot provide more. */
function assertWriteConcern(value: unknown): void {
  const { w } = document(value, 'writeConcern');
  const nodes = numberOf(w);
  if (nodes !== undefined && nodes > 1) throw badValue("cannot use 'w' > 1 when a host is not replicated");
  if (nodes !== undefined && nodes < 0)
    throw new DbError(9, 'w has to be a non-negative number and not greater than 50; found: '.concat(String(nodes)));
  if (typeof w === 'string' && w !== 'majority')
    throw badValue(`cannot use non-majority 'w' mode ${w} when a host is not a member of a replica set`);
  if (isDocument(w)) throw badValue("cannot use tags in 'w' when a host is not a member of a replica set");
}

/** Throws for generic options that this server does not support. */
export function assertGeneric(command: Document): void {
  for (const field of ['autocommit', 'startTransaction', 'txnNumber'])
    if (command[field] !== undefined)
      throw new DbError(20, 'Transaction numbers are only allowed on a replica set member or mongos');
  const { maxTimeMS, readConcern, writeConcern, apiVersion } = command;
  if (maxTimeMS !== undefined) assertMaxTime(maxTimeMS);
  if (readConcern !== undefined) assertReadConcern(readConcern);
  if (writeConcern !== undefined) assertWriteConcern(writeConcern);
  if (apiVersion !== undefined && apiVersion !== '1') throw new DbError(322, 'API version must be "1"');
  assertDepth(command, maxDepth);
}
