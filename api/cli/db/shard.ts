import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';
import { kindOf, shardAll } from '#api/platform/sharding.ts';
import type { Command } from './command.ts';
import { withDatabase } from './place.ts';

export const shard: Command = {
  usage: 'shard',
  says: 'Spreads the collections over the shards of the cluster at MONGODB_URL, even while the site runs. Repeatable.',
  options: {},
  operands: [0, 0],
  async run({ config, say }) {
    if (!config.mongodbUrl) throw new Refusal('MONGODB_URL is not set: the embedded database has no shards.');
    return withDatabase(config, async ({ client, db }) => {
      const kind = await kindOf(client);
      if (kind !== 'router')
        throw new Refusal(
          `MONGODB_URL names ${kind}. Only a sharded cluster has shards: set the address of its mongos.`,
        );
      // Loads half of the site, which no other command needs.
      const { createApp } = await import('#api/app.ts');
      const log = createLog({ level: 'warn' });
      const jobs = new Jobs(log);
      const site = await createApp({ config, db, ownDatabase: false, page: '', jobs, now: () => new Date(), log });
      try {
        return (await shardAll(client, db, site.placements, say)) ? 0 : 1;
      } finally {
        await jobs.stop();
        await site.close();
      }
    });
  },
};
