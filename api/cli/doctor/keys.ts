import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWeakKey, minKeyLength } from '#api/platform/config.ts';
import { identityNames, isKeyOf, keysFault } from '#api/platform/site-identity.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { type Check, type Finding, fault, ok, warning } from './finding.ts';

export const keys: Check = {
  name: 'Keys',
  async run({ env, config, hasKeys, database }) {
    const file = join(config.dataDir, 'keys');
    const known = database && (await new SiteMeta(database.db).get(identityNames.key));
    if (!hasKeys && !known) return [ok('There are none yet. The first start generates them.')];
    const findings: Finding[] = [];
    if (!hasKeys || (known && !isKeyOf(config.keys, known))) {
      findings.push(
        fault(
          keysFault(config),
          env.KEYS ? 'Put the lost key into KEYS.' : `Set KEYS to the lost key, or copy it to ${file}.`,
        ),
      );
    }
    if (hasKeys && config.keys.some(isWeakKey)) {
      findings.push(
        warning(
          `A key has fewer than ${minKeyLength} characters, or repeats a few letters: somebody could guess it.`,
          'Put a random one before it in KEYS, such as from "openssl rand -base64 48", and restart.',
        ),
      );
    }
    const mode = env.KEYS || process.platform === 'win32' ? 0 : ((await stat(file).catch(() => null))?.mode ?? 0);
    if (mode & 0o077) findings.push(fault(`Other accounts can read ${file}.`, `Run "chmod 600 ${file}".`));
    if (findings.length === 0) {
      const agreed = known ? 'the database was last used with one of them' : 'not compared with the database';
      findings.push(ok(`${config.keys.length === 1 ? 'One key' : `${config.keys.length} keys`}; ${agreed}.`));
    }
    return findings;
  },
};
