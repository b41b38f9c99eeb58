import { randomUUID } from 'node:crypto';

/** MongoDB server for the tests, shared with other runs; undefined for the embedded database. */
export const testServer = process.env.TEST_MONGODB_URL || undefined;

/** Returns a unique database name. */
export const newDatabaseName = (): string => `test-${randomUUID().slice(0, 8)}`;

/** Adds a database name to a server's address. */
export function addressOf(server: string, name: string): string {
  const [, host = server, options = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*(\?.*)?$/.exec(server) ?? [];
  return `${host}/${name}${options}`;
}
