import { resolve } from 'node:path';
import { checkFile, checkFolder } from '#api/embedded-mongo/operator/check-file.ts';
import type { Command } from './command.ts';
import { assertEmbedded, withRunning } from './place.ts';

export const check: Command = {
  usage: 'check [FILE]',
  says: 'Checks every page, document and index entry of the database, or of a backup. Exit code 1 means that something is wrong.',
  options: {},
  operands: [0, 1],
  async run({ config, operands, say, meter, signal }) {
    const [file] = operands;
    const options = {
      signal,
      onProgress: ({ what, done, total }: { what: string; done: number; total: number }) =>
        meter.show(`Checking ${what}`, done, total),
    };
    if (!file) assertEmbedded(config, "the server's own validate");
    const { documents, entries, faults } = await (file
      ? checkFile(resolve(file), options)
      : withRunning(config, (run) => checkFolder(config.dataDir, run, options)));
    meter.end();
    for (const fault of faults.first) say(fault);
    if (faults.count > faults.first.length) say(`… and ${faults.count - faults.first.length} more`);
    const checked = `${documents} documents and ${entries} index entries checked`;
    say(faults.count ? `${checked}: ${faults.count} faults.` : `${checked}: no faults.`);
    return faults.count ? 1 : 0;
  },
};
