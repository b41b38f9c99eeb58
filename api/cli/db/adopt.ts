import { join } from 'node:path';
import { isThere } from '#api/embedded-mongo/operator/files.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { forgetIdentity } from '#api/platform/site-identity.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import type { Command } from './command.ts';
import { withDatabase } from './place.ts';

export const adopt: Command = {
  usage: 'adopt',
  says: 'Lets the site start with new KEYS or another photo storage when the old ones are lost.',
  options: {},
  operands: [0, 0],
  async run({ config, say }) {
    if (!config.mongodbUrl && !(await isThere(join(config.dataDir, 'data.db'))))
      throw new Refusal(`There is no database in ${config.dataDir}.`);
    await withDatabase(config, ({ db }) => forgetIdentity(new SiteMeta(db)));
    say('The next start uses the keys and the photo storage that are set at that time.');
    return 0;
  },
};
