import { pollSeconds } from '#contract/alerts.ts';

/** Role of a tab in polling: a visible tab polls; without one, a hidden tab that may notify; `away` never polls. */
export type PollingRole = 'visible' | 'hidden' | 'away';

/** Message to the other tabs: a poll was done. Tabs of earlier versions also send `ask`. */
export type PollingWord = 'ask' | 'polled';

export interface PollingTools {
  /** Polls the server. @returns seconds until the next poll @throws if there was no answer */
  ask(): Promise<number>;
  /** Runs `work` while this tab holds the lock of that name; never after the signal has aborted. */
  lead(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<unknown>;
  /** Current role of this tab. */
  role(): PollingRole;
  /** Broadcasts to the other tabs. */
  emit(word: PollingWord): void;
  /** Schedules `work` after the given milliseconds; returns how to cancel it. */
  later(work: () => void, ms: number): () => void;
  /** Time of a monotonic clock in milliseconds. */
  now(): number;
  /** Random number from 0 to 1. */
  random(): number;
}

/** Interval of a hidden tab and maximum backoff, in seconds. */
const maxSeconds = 300;
/** Minimum interval in seconds, whatever the server says. */
const minSeconds = 2;
/** Maximum share by which an interval is shortened, so that devices do not poll in step. */
const jitter = 0.1;

/** Polls the server for alerts in one tab of a device at a time; the others hear of it and wait. */
export class Polling {
  readonly #tools: PollingTools;
  #role: PollingRole = 'away';
  #leadership: AbortController | null = null;
  #nudge: () => void = () => undefined;
  #isRequested = false;
  #asking = false;
  #failures = 0;
  #pollSeconds: number = pollSeconds;
  #answered = Number.NEGATIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #due = 0;

  constructor(tools: PollingTools) {
    this.#tools = tools;
  }

  /** Updates this tab's role. A tab that becomes visible polls at once. */
  look(): void {
    const role = this.#tools.role();
    if (role === this.#role) return;
    this.stop();
    this.#role = role;
    if (role === 'away') return;
    if (role === 'visible') this.pollNow();
    const leadership = new AbortController();
    this.#leadership = leadership;
    // An abort ends a lock request that is still waiting.
    void this.#run(`alerts-${role}`, leadership.signal).catch(() => undefined);
  }

  /** Polls at once, for example on reconnect. */
  pollNow(): void {
    if (!this.#asking && this.#role !== 'away') this.#requestPoll();
  }

  /** Handles a message from another tab. */
  receive(word: PollingWord): void {
    if (word === 'polled') this.#polled();
  }

  /** Leaves polling to the other tabs. */
  stop(): void {
    this.#role = 'away';
    this.#leadership?.abort();
    this.#nudge();
  }

  #requestPoll(): void {
    // Returning to a tab fires several events.
    if (this.#tools.now() - this.#answered < minSeconds * 1000) return;
    this.#isRequested = true;
    this.#nudge();
  }

  #polled(): void {
    this.#failures = 0;
    this.#isRequested = false;
    this.#rested();
    this.#answered = this.#last;
  }

  #rested(): void {
    this.#last = this.#tools.now();
    this.#due = this.#last + this.#pause();
  }

  /** Milliseconds until the next poll; another tab's poll postpones it. */
  #wait(): number {
    return this.#isRequested ? 0 : this.#due - this.#tools.now();
  }

  async #run(lock: string, signal: AbortSignal): Promise<void> {
    this.#due = this.#last + this.#pause();
    const askIfDue = async () => {
      if (this.#wait() <= 0) await this.#ask();
    };
    while (!signal.aborted) {
      const wait = this.#wait();
      if (wait > 0) await this.#rest(wait);
      // Held only while asking: browsers keep no page that has a lock in the back/forward cache.
      else await this.#tools.lead(lock, askIfDue, signal);
    }
  }

  #pause(): number {
    const base = this.#role === 'hidden' ? maxSeconds : Math.max(minSeconds, this.#pollSeconds);
    const seconds = Math.min(maxSeconds, base * 2 ** this.#failures);
    return seconds * 1000 * (1 - jitter * this.#tools.random());
  }

  async #ask(): Promise<void> {
    const { ask, emit } = this.#tools;
    this.#asking = true;
    this.#isRequested = false;
    try {
      this.#pollSeconds = await ask();
      this.#polled();
      emit('polled');
    } catch {
      this.#failures += 1;
      this.#rested();
    } finally {
      this.#asking = false;
    }
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const take = this.#tools.later(() => this.#nudge(), ms);
      this.#nudge = () => {
        take();
        this.#nudge = () => undefined;
        resolve();
      };
    });
  }
}
