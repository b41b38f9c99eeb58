import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyDatabase } from '#api/embedded-mongo/operator/backup.ts';
import { isThere, workFolder } from '#api/embedded-mongo/operator/files.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { exportDatabase } from '#api/embedded-mongo/operator/transfer/export.ts';
import { importDatabase } from '#api/embedded-mongo/operator/transfer/import.ts';
import type { Config } from '#api/platform/settings/config.ts';
import type { Command, Context } from './command.ts';
import { withDatabase, withRunning } from './place.ts';

const optionsOf = ({ meter, signal }: Context) => ({
  signal,
  onProgress: ({ what, done, total }: { what: string; done: number; total: number }) => meter.show(what, done, total),
});

/** Runs `work` on a database that does not change meanwhile: for a running site, on a snapshot copy. */
function withSnapshot<T>({ config, meter, signal }: Context, work: (config: Config) => Promise<T>): Promise<T> {
  if (config.mongodbUrl) return work(config);
  return withRunning(config, async (run) => {
    if (!run) return work(config);
    const place = await workFolder(config.dataDir, 'exporting');
    try {
      const onProgress = ({ done, total }: { done: number; total: number }) => meter.show('Pages', done, total);
      await copyDatabase(config.dataDir, run, join(place, 'data.db'), { signal, onProgress });
      return await work({ ...config, dataDir: place });
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  });
}

export const exportTo: Command = {
  usage: 'export FOLDER',
  says: 'Writes all documents as canonical Extended JSON into a new or empty folder, one file per collection.',
  options: {},
  operands: [1, 1],
  async run(context) {
    const { config, operands, say, meter } = context;
    const folder = resolve(operands[0] ?? '');
    if (!config.mongodbUrl && !(await isThere(join(config.dataDir, 'data.db'))))
      throw new Refusal(`There is no database in ${config.dataDir}.`);
    const { collections, documents } = await withSnapshot(context, (snapshot) =>
      withDatabase(snapshot, ({ db }) => exportDatabase(db, folder, optionsOf(context))),
    );
    meter.end();
    say(`Wrote ${documents} documents from ${collections} collections into ${folder}.`);
    return 0;
  },
};

export const importFrom: Command = {
  usage: 'import FOLDER [--replace]',
  says: 'Reads an export. Refuses collections that have documents, unless --replace is set.',
  options: { replace: { type: 'boolean' } },
  operands: [1, 1],
  async run(context) {
    const { config, operands, values, say, meter } = context;
    const folder = resolve(operands[0] ?? '');
    const replace = values.replace === true;
    const { collections, documents } = await withDatabase(config, ({ db }) =>
      importDatabase(db, folder, { ...optionsOf(context), replace }),
    );
    meter.end();
    say(`Imported ${documents} documents into ${collections} collections. Restart the site if it is running.`);
    return 0;
  },
};
