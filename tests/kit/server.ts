import { randomUUID } from 'node:crypto';

/** The MongoDB server that the tests run on, beside others that do the same; undefined for the embedded database. */
export const testServer = process.env.TEST_MONGODB_URL || undefined;

/** A name that no other test's database has. */
export const newDatabaseName = (): string => `test-${randomUUID().slice(0, 8)}`;

/** The server's address with a database's name in it, as a site is told where to store. */
export function addressOf(server: string, name: string): string {
  const [, host = server, options = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*(\?.*)?$/.exec(server) ?? [];
  return `${host}/${name}${options}`;
}
