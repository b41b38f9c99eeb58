import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isThere } from '#api/embedded-mongo/operator/files.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { restoreDatabase } from '#api/embedded-mongo/operator/restore.ts';
import { listeningSocket } from '#api/embedded-mongo/running.ts';
import { identityNames } from '#api/platform/site-identity.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { Misused } from '../misused.ts';
import type { Command } from './command.ts';
import { namedThing, restoreOne } from './one/restore-one.ts';
import { photosName, photosOf } from './photos.ts';
import { assertEmbedded, withDatabase } from './place.ts';
import { restoreScheduled } from './scheduled.ts';

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

export const restore: Command = {
  usage:
    'restore FILE | restore --latest | restore --name NAME [--replace]\n' +
    '  restore --bike ID | --member ID | --comment ID [--from FILE|NAME] [--replace] [--even-deleted]',
  says: `Replaces the database and its photos with a backup: a file, or one of BACKUP_TO. Moves the old ones to a folder beside it. On a server, --replace is needed if there are documents.
      With an ID it restores one thing with all that belongs to it, even while the site runs, from the latest backup or the one of --from. --replace puts back what is still there, --even-deleted brings back what its owner deleted.`,
  options: {
    latest: { type: 'boolean' },
    name: { type: 'string' },
    replace: { type: 'boolean' },
    bike: { type: 'string' },
    member: { type: 'string' },
    comment: { type: 'string' },
    from: { type: 'string' },
    'even-deleted': { type: 'boolean' },
  },
  operands: [0, 1],
  async run(context) {
    const { config, operands, values, say, meter, signal } = context;
    const { latest = false, name } = values;
    const thing = namedThing(values);
    if (thing) {
      if (operands.length > 0 || latest || name !== undefined) throw new Misused(`Usage: ${restore.usage}`);
      await restoreOne(context, thing);
      return 0;
    }
    if (values.from !== undefined || values['even-deleted']) throw new Misused('Name a bike, a member or a comment.');
    const isScheduled = latest === true || typeof name === 'string';
    if (isScheduled === operands.length > 0) throw new Misused(`Usage: ${restore.usage}`);
    if (isScheduled) {
      await restoreScheduled(context, typeof name === 'string' ? name : undefined);
      return 0;
    }
    assertEmbedded(config, 'mongorestore');
    if (await listeningSocket(config.dataDir))
      throw new Refusal(`The site is running on ${config.dataDir}. Stop it first.`);
    const named = resolve(operands[0] ?? '');
    // Follows a link that the operator names, but none within a backup.
    const source = await realpath(named).catch(() => named);
    const isWithPhotos = await isFolder(source);
    const from = join(source, photosName);
    const hasPhotos = isWithPhotos && (await isThere(from));
    if (hasPhotos) photosOf(config);
    const previous = await restoreDatabase({
      folder: config.dataDir,
      file: isWithPhotos ? join(source, 'data.db') : source,
      ...(hasPhotos && { companion: { from, name: photosName } }),
      now: new Date(),
      onProgress: ({ what, done, total }) => meter.show(`Checking ${what}`, done, total),
      signal,
    });
    meter.end();
    // A backup contains no keys: on another machine everybody has to log in again unless the old keys are copied there.
    await withDatabase(config, ({ db }) => new SiteMeta(db).remove(identityNames.key));
    say(`Restored ${named} into ${config.dataDir}.`);
    if (previous) say(`The old data is in ${previous}. Delete it when you no longer need it.`);
    return 0;
  },
};
