import { openDatabase } from '#api/database.ts';
import { createLog } from '#api/platform/logs.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { Passwords } from '#api/platform/passwords.ts';
import { writePrivately } from '#api/platform/privacy.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { type Server, startServer } from '#api/server.ts';
import { cheapHashing } from './cheap-hashing.ts';
import { startMongoHere } from './mongo-here.ts';
import type { HostReply, HostRequest } from './site-host.ts';

// Runs sites for `SiteHost`, as many as it asks for.
const servers = new Map<number, Server>();

/** Opens a site's database, the embedded one in this thread. */
const open: typeof openDatabase = async (config, options) => {
  if (config.mongodbUrl) return openDatabase(config, options);
  const engine = await startMongoHere(config.dataDir);
  const mongo = await openMongo(engine.url, { dbName: 'headbadge', timeoutMs: 0 });
  const close = async () => {
    await mongo.close();
    await engine.close();
  };
  return { ...mongo, embedded: true, close };
};

async function answer({ port, env }: HostRequest): Promise<HostReply> {
  if (!env) {
    await servers.get(port)?.close();
    servers.delete(port);
    return { port };
  }
  const config = readConfig({ ...process.env, ...env });
  const passwords = new Passwords(cheapHashing);
  const server = await startServer(config, { log: createLog({ level: config.logLevel }), passwords, open });
  servers.set(port, server);
  return { port, mailbox: server.mailbox ?? '' };
}

writePrivately();
process.on('disconnect', () => process.exit());
process.on('message', async (request: HostRequest) => {
  process.send?.(await answer(request).catch(({ message }: Error) => ({ port: request.port, error: message })));
});
