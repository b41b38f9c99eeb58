import { pollSeconds } from '#contract/alerts.ts';

/** Who polls for a device: a tab that is seen; where none is, one that may notify; `away` polls nothing. */
export type PollingRole = 'visible' | 'hidden' | 'away';

/** What tabs tell each other: that somebody wants to know now, or that somebody has asked the site. */
export type PollingWord = 'ask' | 'polled';

export interface PollingTools {
  /** Asks the site. @returns seconds to the next time @throws when no answer came */
  ask(): Promise<number>;
  /** Runs `work` when no other tab of the device leads under this name; never once the signal has aborted. */
  lead(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<unknown>;
  /** How this tab stands now. */
  role(): PollingRole;
  /** Tells the other tabs. */
  tell(word: PollingWord): void;
  /** Calls `work` after so many milliseconds; returns how to take that back. */
  later(work: () => void, ms: number): () => void;
  /** Milliseconds by a clock that nobody sets. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
}

/** Seconds between two polls of a hidden tab, and the most after failures. */
const longestSeconds = 300;
/** Seconds within which nobody asks twice, whatever the site says. */
const shortestSeconds = 2;
/** What is left out at most, so that devices do not ask in step. */
const jitter = 0.1;

/** Asks the site for alerts again and again, from one tab of a device. */
export class Polling {
  readonly #tools: PollingTools;
  #role: PollingRole = 'away';
  #turn: AbortController | null = null;
  #nudge: () => void = () => undefined;
  #wanted = false;
  #asking = false;
  #failures = 0;
  #pollSeconds: number = pollSeconds;
  #answered = Number.NEGATIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #due = 0;

  constructor(tools: PollingTools) {
    this.#tools = tools;
  }

  /** Looks how this tab stands, and takes or leaves its turn. Whoever comes to be seen wants to know at once. */
  look(): void {
    const role = this.#tools.role();
    if (role === this.#role) return;
    this.stop();
    this.#role = role;
    if (role === 'away') return;
    if (role === 'visible') this.wake();
    const turn = new AbortController();
    this.#turn = turn;
    // A turn that is taken back before it came ends by an abort.
    void this.#tools.lead(`alerts-${role}`, () => this.#lead(turn.signal), turn.signal).catch(() => undefined);
  }

  /** Somebody looks, or there is signal again: whoever leads asks at once. */
  wake(): void {
    if (this.#asking || this.#role === 'away') return;
    this.#want();
    this.#tools.tell('ask');
  }

  /** Another tab has told something. */
  hear(word: PollingWord): void {
    if (word === 'ask' && this.#role === 'visible' && !this.#asking) this.#want();
    if (word === 'polled') this.#polled();
  }

  /** Gives its turn to another tab. */
  stop(): void {
    this.#role = 'away';
    this.#turn?.abort();
    this.#nudge();
  }

  #want(): void {
    // Coming back to a tab is told by several events.
    if (this.#tools.now() - this.#answered < shortestSeconds * 1000) return;
    this.#wanted = true;
    this.#nudge();
  }

  #polled(): void {
    this.#failures = 0;
    this.#wanted = false;
    this.#rested();
    this.#answered = this.#last;
  }

  #rested(): void {
    this.#last = this.#tools.now();
    this.#due = this.#last + this.#pause();
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.#due = this.#last + this.#pause();
    while (!signal.aborted) {
      const wait = this.#wanted ? 0 : this.#due - this.#tools.now();
      if (wait > 0) await this.#rest(wait);
      else await this.#ask();
    }
  }

  #pause(): number {
    const base = this.#role === 'hidden' ? longestSeconds : Math.max(shortestSeconds, this.#pollSeconds);
    const seconds = Math.min(longestSeconds, base * 2 ** this.#failures);
    return seconds * 1000 * (1 - jitter * this.#tools.random());
  }

  async #ask(): Promise<void> {
    const { ask, tell } = this.#tools;
    this.#asking = true;
    this.#wanted = false;
    try {
      this.#pollSeconds = await ask();
      this.#polled();
      tell('polled');
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
