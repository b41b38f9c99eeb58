import { authCheckCookie } from '#contract/session-calls.ts';
import { ana } from './people.ts';
import type { ScriptedServer } from './server.ts';

/** Suppresses timers of 2 s and more, so that nothing is retried before a test wants it. Runs in the page. */
export function suppressLongTimers(): void {
  const real = window.setTimeout;
  const suppressed = (work: TimerHandler, delay = 0, ...rest: unknown[]) =>
    delay < 2_000 ? real(work, delay, ...rest) : 0;
  window.setTimeout = suppressed as typeof window.setTimeout;
}

export type Closable = { close(): Promise<void> };

/** A device whose tabs expose the offline code on `window.headbadge`, and a scripted server. */
export abstract class BaseHarness<Tab extends Closable> {
  server: ScriptedServer;
  origin: string;
  page!: Tab;

  constructor(server: ScriptedServer, origin: string) {
    this.server = server;
    this.origin = origin;
  }

  abstract open(): Promise<Tab>;

  protected abstract evaluateIn<R, A>(page: Tab, work: (argument: A) => R | Promise<R>, argument: A): Promise<R>;

  /** Runs a function in the page with a copy of its argument. Returns a copy of its result. */
  evaluate<R>(work: () => R | Promise<R>): Promise<R>;
  evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument?: A): Promise<R> {
    return this.evaluateIn(this.page, work as (argument: A | undefined) => R | Promise<R>, argument);
  }

  protected abstract setCookie(name: string, value: string): Promise<void>;

  protected async logIn(): Promise<void> {
    await this.setCookie(authCheckCookie, '1');
    await this.evaluate((user) => window.headbadge.setMeta('authUser', user), ana);
  }

  /** Queued mutations as text: kind, state and number of attempts. */
  rows(page: Tab = this.page): Promise<string[]> {
    return this.evaluateIn(
      page,
      async (userId) => {
        const rows = await window.headbadge.outbox.mutationsOf(userId);
        return rows.map((row) => `${row.kind} ${row.state} ${row.attempts}`);
      },
      ana.id,
    );
  }

  /** Flushes the outbox; by default waits for the lock. */
  flush(page: Tab = this.page, how: { eager?: boolean; wait?: boolean } = { wait: true }) {
    return this.evaluateIn(page, ([id, more]) => window.headbadge.flushOnce(id, more), [ana.id, how] as const);
  }

  /** Creates a draft with photos and publishes it on the device. Returns the validation errors, or null. */
  publishBike(photos: number, page: Tab = this.page) {
    return this.evaluateIn(
      page,
      async ([user, count]) => {
        const { drafts, publishDraft } = window.headbadge;
        const id = await drafts.createDraft(user);
        for (let n = 0; n < count; n++) {
          const canvas = new OffscreenCanvas(800, 600);
          canvas.getContext('2d')?.fillRect(n, n, 50, 50);
          await drafts.addPhoto(id, new File([await canvas.convertToBlob()], 'photo.png'));
        }
        const kind = { category: 'Touring', drivetrain: '1x', rearGear: '11-Speed' };
        await drafts.updateDraft(id, { ...kind, brandId: 'Other', brandOther: 'Brother', model: 'Mehteh' });
        return publishDraft(id);
      },
      [ana.id, photos] as const,
    );
  }
}
