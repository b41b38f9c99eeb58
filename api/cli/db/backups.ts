import { listBackups, readManifest, storedBytes } from '#api/features/backups/backups.format.ts';
import type { Command } from './command.ts';
import { backupPlaceOf } from './scheduled.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const backups: Command = {
  usage: 'backups',
  says: 'Lists the backups in the folder or bucket of BACKUP_TO, latest first.',
  options: {},
  operands: [0, 0],
  async run({ config, say }) {
    const place = backupPlaceOf(config);
    const all = await listBackups(place);
    for (const { name, complete } of all) {
      const manifest = complete ? await readManifest(place, name) : null;
      if (!manifest) say(`${name}  not complete`);
      else {
        const photos = manifest.photos === null ? 'photos in their own bucket' : `${manifest.photos} photo files`;
        const moment = manifest.consistent ? '' : ', not of one moment';
        say(`${name}  ${megabytes(storedBytes(manifest))}, ${photos}${moment}, version ${manifest.version}`);
      }
    }
    if (all.length === 0) say('There is no backup yet.');
    return 0;
  },
};
