import type { Now } from '#api/platform/clock.ts';
import type { Leases } from '#api/platform/leases.ts';
import type { Log } from '#api/platform/logs.ts';
import type { BackupSetting } from '#api/platform/settings/backup-setting.ts';
import { backupPlaceName } from '#api/platform/settings/backup-setting.ts';
import type { BackupState } from '#contract/backups.ts';
import { type Manifest, storedBytes } from './backups.format.ts';
import type { BackupStore } from './backups.store.ts';

interface Deps {
  setting: BackupSetting;
  state: BackupStore;
  leases: Leases;
  /** Makes a backup elsewhere than in this thread. Rejects with a sentence for operators. */
  make(at: Date, signal: AbortSignal): Promise<Manifest>;
  now: Now;
  log: Log;
}

const leaseName = 'backup';
/** Milliseconds after the death of a process until another one takes over. */
const leaseMs = 120_000;
/** Milliseconds after a failure until the next try, at most. */
const maxRetryMs = 3_600_000;
const lostMessage = 'The process that made the backup ended before it was complete.';

/** Makes backups by schedule, in one process at a time. */
export class BackupService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** When the next backup is due, in milliseconds since the epoch. */
  async #dueAt(): Promise<number> {
    const { setting, state } = this.#deps;
    const { runningSince, last, failure } = await state.get();
    const everyMs = setting.every * 1000;
    // A backup that no process ended is made again at once: whoever makes one holds the lease.
    if (runningSince) return 0;
    if (failure) return failure.at.getTime() + Math.min(everyMs, maxRetryMs);
    return last ? last.at.getTime() + everyMs : 0;
  }

  async #isDue(): Promise<boolean> {
    return this.#deps.now().getTime() >= (await this.#dueAt());
  }

  /** Makes a backup if one is due and no other process does. @throws if it failed */
  async runIfDue(stopping: AbortSignal): Promise<void> {
    if (!(await this.#isDue())) return;
    await this.#deps.leases.hold(leaseName, leaseMs, async (lost) => {
      // Another process may have made one between the two looks.
      if (await this.#isDue()) await this.#make(stopping, lost);
    });
  }

  /** Makes a backup now. Returns null if another process is making one. @throws if it failed */
  runNow(stopping: AbortSignal): Promise<Manifest | null> {
    const { leases } = this.#deps;
    return leases.hold(leaseName, leaseMs, (lost) => this.#make(stopping, lost));
  }

  async #make(stopping: AbortSignal, lost: AbortSignal): Promise<Manifest> {
    const { state, make, now, log } = this.#deps;
    const { runningSince } = await state.get();
    if (runningSince) await state.fail({ at: runningSince, message: lostMessage });
    const at = now();
    await state.begin(at);
    const begun = performance.now();
    try {
      const manifest = await make(at, AbortSignal.any([stopping, lost]));
      const { name, photos, consistent } = manifest;
      const ms = Math.round(performance.now() - begun);
      await state.complete({ name, at, bytes: storedBytes(manifest), ms, photos, consistent });
      log.info({ event: 'backup.made', backup: name, ms }, 'backup made');
      return manifest;
    } catch (error) {
      if (stopping.aborted) await state.stop();
      // With a lost lease, another process tells how its own backup goes.
      else if (!lost.aborted) await state.fail({ at: now(), message: (error as Error).message });
      throw error;
    }
  }

  async read(): Promise<BackupState> {
    const { setting, state, leases } = this.#deps;
    const [{ runningSince, last, failure }, isHeld] = await Promise.all([state.get(), leases.isHeld(leaseName)]);
    const isLost = runningSince !== null && !isHeld;
    const shown = isLost ? { at: runningSince, message: lostMessage } : failure;
    return {
      place: backupPlaceName(setting.to),
      every: setting.every,
      keep: setting.keep,
      runningSince: isHeld ? (runningSince?.toISOString() ?? null) : null,
      last: last && { ...last, at: last.at.toISOString() },
      failure: shown && { at: shown.at.toISOString(), message: shown.message },
    };
  }
}
