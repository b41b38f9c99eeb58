import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import type { Now } from './clock.ts';
import type { Log } from './logs.ts';
import { ConfigError } from './settings/config.ts';
import type { SigningKeys } from './signing-keys.ts';
import { fingerprintOf, identityNames, keysFault } from './site-identity.ts';

type RunningProcess = { knows: string[]; seenAt: Date };
type Processes = Record<string, RunningProcess>;
/** `value`: fingerprint of the key that signs, `since` when it does; missing for the first key of a site. */
type KeyRow = { _id: string; value: string; since?: Date; processes?: Processes };

type Deps = { db: Db; keys: SigningKeys; dataDir: string; now: Now; log: Log };

export const heartbeatSeconds = 60;
/** Milliseconds without a heartbeat after which a process counts as ended; clocks may differ by most of it. */
const lostMs = 5 * heartbeatSeconds * 1000;

const maxLeaveMs = 1_000;

const rowsOf = (db: Db): Collection<KeyRow> => db.collection<KeyRow>('notes');
const isLostAt = (now: Date) => (process: RunningProcess) => now.getTime() - process.seenAt.getTime() > lostMs;

/**
 * Lets the site sign with the newest key as soon as every running process knows it. Which key signs and which
 * processes run is one document, so that no process can start unseen while the key changes.
 */
export class KeyRotation {
  readonly #rows: Collection<KeyRow>;
  readonly #deps: Deps;
  readonly #fingerprints: string[];
  readonly #path = `processes.${randomUUID()}` as const;

  constructor(deps: Deps) {
    this.#rows = rowsOf(deps.db);
    this.#deps = deps;
    this.#fingerprints = deps.keys.secrets.map(fingerprintOf);
  }

  /** @throws ConfigError if the site signs with a key that this process does not have */
  async join(): Promise<void> {
    await this.follow();
    if (!this.#deps.keys.isOutdated) return;
    await this.leave();
    throw new ConfigError([keysFault(this.#deps)]);
  }

  /** Sends a heartbeat, and signs with the key that the site signs with. */
  async follow(): Promise<void> {
    const { keys, now, log } = this.#deps;
    const own = { $set: { [this.#path]: { knows: this.#fingerprints, seenAt: now() } } };
    const row = await this.#rows.findOneAndUpdate({ _id: identityNames.key }, own, { returnDocument: 'after' });
    if (!row) return;
    const index = this.#fingerprints.indexOf(row.value);
    keys.isOutdated = index < 0;
    if (keys.isOutdated) {
      log.error({ event: 'keys.outdated' }, 'the site signs with a key that is not in KEYS of this process');
      return;
    }
    keys.signWith(index);
    const processes = await this.#withoutLost(row.processes);
    if (index > 0) await this.#signWithNewest(row.value, processes);
  }

  /** The database may be away, and the stop must not wait for it. */
  async leave(): Promise<void> {
    const left = this.#rows.updateOne({ _id: identityNames.key }, { $unset: { [this.#path]: true } });
    await Promise.race([left.catch(() => undefined), wait(maxLeaveMs, undefined, { ref: false })]);
  }

  /** Removes the processes that have ended without leaving, and returns the others. */
  async #withoutLost(processes: Processes = {}): Promise<Processes> {
    const isLost = isLostAt(this.#deps.now());
    const { lost = [], living = [] } = Object.groupBy(Object.entries(processes), ([, process]) =>
      isLost(process) ? 'lost' : 'living',
    );
    if (lost.length > 0) {
      const paths = Object.fromEntries(lost.map(([id]) => [`processes.${id}`, true as const]));
      await this.#rows.updateOne({ _id: identityNames.key }, { $unset: paths });
    }
    return Object.fromEntries(living);
  }

  async #signWithNewest(value: string, processes: Processes): Promise<void> {
    const { keys, now, log } = this.#deps;
    const [newest = ''] = this.#fingerprints;
    if (Object.values(processes).some(({ knows }) => !knows.includes(newest))) return;
    // Nothing happens if a process has come or gone since the row was read: the next heartbeat tries again.
    const unchanged = { _id: identityNames.key, value, processes };
    const { matchedCount } = await this.#rows.updateOne(unchanged, { $set: { value: newest, since: now() } });
    if (matchedCount === 0) return;
    keys.signWith(0);
    log.info({ event: 'keys.changed' }, 'every process knows the newest key of KEYS, which signs from now on');
  }
}

/** `index` of the key that signs in `KEYS`, -1 if it is not there. `waitsFor`: processes that lack the newest key. */
export type KeyState = { index: number; since: Date | null; running: number; waitsFor: number };

/** The doctor's findings about the keys; null before the first start. */
export async function readKeyState(db: Db, secrets: readonly string[], now: Date): Promise<KeyState | null> {
  const row = await rowsOf(db).findOne({ _id: identityNames.key });
  if (!row) return null;
  const fingerprints = secrets.map(fingerprintOf);
  const isLost = isLostAt(now);
  const running = Object.values(row.processes ?? {}).filter((process) => !isLost(process));
  return {
    index: fingerprints.indexOf(row.value),
    since: row.since ?? null,
    running: running.length,
    waitsFor: running.filter(({ knows }) => !knows.includes(fingerprints[0] ?? '')).length,
  };
}
