import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeyState, readKeyState } from '#api/platform/key-rotation.ts';
import { sessionDays } from '#api/platform/sessions/sessions.ts';
import { isWeakKey, minKeyLength } from '#api/platform/settings/config.ts';
import { keysFault } from '#api/platform/site-identity.ts';
import { type Check, type Finding, fault, ok, warning } from './finding.ts';

/** Compares what the running processes know. */
function processesFinding({ index, running, waitsFor }: KeyState): Finding | null {
  if (waitsFor === 0 || index === -1) return null;
  const found = `${waitsFor} of ${running} running processes do not know the newest key of KEYS, so it does not sign yet.`;
  return warning(
    found,
    'Restart each process with the same KEYS, one after the other. One that was killed counts for 5 minutes.',
  );
}

function agreementOf({ index, since }: KeyState, count: number): string {
  if (index > 0) return 'the newest one signs within a minute of the start of the last process that knows it';
  if (count === 1 || !since) return 'the database was last used with the newest one';
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const free = dateOf(since.getTime() + sessionDays * 86_400_000);
  return `the newest one signs since ${dateOf(since.getTime())}; without the others nobody has to log in from ${free} on`;
}

export const keys: Check = {
  name: 'Keys',
  async run({ env, config, hasKeys, database }) {
    const file = join(config.dataDir, 'keys');
    const state = database && (await readKeyState(database.db, config.keys, new Date()));
    if (!hasKeys && !state) return [ok('There are none yet. The first start generates them.')];
    const findings: Finding[] = [];
    if (!hasKeys || state?.index === -1) {
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
    const unequal = state && hasKeys ? processesFinding(state) : null;
    if (unequal) findings.push(unequal);
    if (findings.length === 0) {
      const count = config.keys.length === 1 ? 'One key' : `${config.keys.length} keys`;
      findings.push(
        ok(`${count}; ${state ? agreementOf(state, config.keys.length) : 'not compared with the database'}.`),
      );
    }
    return findings;
  },
};
