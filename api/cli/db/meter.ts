import type { WriteStream } from 'node:tty';

/** Milliseconds between two updates of the line on a terminal, and between two lines elsewhere. */
const screenMs = 100;
const lineMs = 5000;

const count = new Intl.NumberFormat('en');

/** Shows a command's progress: one line that updates on a terminal, a line now and then elsewhere. */
export class Meter {
  readonly #out: Pick<WriteStream, 'isTTY' | 'write'>;
  readonly #now: () => number;
  #shownAt: number;
  #isOpen = false;

  /** @param now returns milliseconds */
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

  /** Clears the line from the terminal. */
  end(): void {
    if (this.#isOpen) this.#out.write('\r\x1b[K');
    this.#isOpen = false;
  }
}
