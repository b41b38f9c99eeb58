import type { WriteStream } from 'node:tty';

/** Milliseconds between two states of a line on a screen, and between two lines elsewhere. */
const screenMs = 100;
const lineMs = 5000;

const count = new Intl.NumberFormat('en');

/** Shows how far a command is: one line that changes on a screen, now and then a line elsewhere. */
export class Meter {
  readonly #out: Pick<WriteStream, 'isTTY' | 'write'>;
  readonly #now: () => number;
  #shownAt: number;
  #isOpen = false;

  /** `now` in milliseconds. */
  constructor(out: Pick<WriteStream, 'isTTY' | 'write'>, now: () => number = () => performance.now()) {
    this.#out = out;
    this.#now = now;
    this.#shownAt = now();
  }

  show(what: string, done: number, total: number): void {
    const now = this.#now();
    if (now - this.#shownAt < (this.#out.isTTY ? screenMs : lineMs)) return;
    this.#shownAt = now;
    const share = total ? `: ${count.format(done)} of ${count.format(total)}` : ' …';
    // Carriage return before, erase the rest of the line after.
    this.#out.write(this.#out.isTTY ? `\r${what}${share}\x1b[K` : `${what}${share}\n`);
    this.#isOpen = this.#out.isTTY;
  }

  /** Takes the line off the screen. */
  end(): void {
    if (this.#isOpen) this.#out.write('\r\x1b[K');
    this.#isOpen = false;
  }
}
