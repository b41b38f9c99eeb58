const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** 32-bit numbers per UUID. */
const width = 4;

const hex = (number: number): string => number.toString(16).padStart(8, '0');

/** The numbers of a UUID; null for any other id. */
function numbersOf(id: string): number[] | null {
  if (!uuid.test(id)) return null;
  const digits = id.replaceAll('-', '');
  return [0, 8, 16, 24].map((at) => Number.parseInt(digits.slice(at, at + 8), 16));
}

const hashOf = (numbers: readonly number[]): number =>
  numbers.reduce((hash, one) => Math.imul(hash ^ one ^ (one >>> 15), 0x9e3779b1), 0) >>> 0;

/**
 * Maps slots to bike ids and back. UUIDs stored as numbers take a quarter of the memory of strings in a map, and the
 * garbage collector does not have to trace them. Other ids are stored as strings.
 */
export class Ids {
  #numbers: Uint32Array;
  /** A hash table with chaining: `#firsts` by hash, `#others` by slot. Entries are slot + 1, so that 0 means none. */
  #firsts: Uint32Array;
  #others: Uint32Array;
  readonly #texts = new Map<number, string>();
  readonly #slotsOfTexts = new Map<string, number>();

  constructor(slots: number) {
    this.#numbers = new Uint32Array(slots * width);
    this.#firsts = new Uint32Array(slots);
    this.#others = new Uint32Array(slots);
  }

  grow(size: number): void {
    const numbers = this.#numbers;
    this.#numbers = new Uint32Array(size * width);
    this.#numbers.set(numbers);
    const [firsts, others] = [this.#firsts, this.#others];
    [this.#firsts, this.#others] = [new Uint32Array(size), new Uint32Array(size)];
    for (const first of firsts)
      for (let slot = first - 1; slot >= 0; slot = (others[slot] as number) - 1) this.#link(slot);
  }

  #row(slot: number): number[] {
    return [...this.#numbers.subarray(slot * width, (slot + 1) * width)];
  }

  #place(numbers: readonly number[]): number {
    return hashOf(numbers) % this.#firsts.length;
  }

  #link(slot: number): void {
    const place = this.#place(this.#row(slot));
    this.#others[slot] = this.#firsts[place] as number;
    this.#firsts[place] = slot + 1;
  }

  add(slot: number, id: string): void {
    const numbers = numbersOf(id);
    if (numbers) {
      this.#numbers.set(numbers, slot * width);
      this.#link(slot);
    } else {
      this.#texts.set(slot, id);
      this.#slotsOfTexts.set(id, slot);
    }
  }

  /** Id of a live bike. */
  idOf(slot: number): string {
    const text = this.#texts.get(slot);
    if (text !== undefined) return text;
    const digits = this.#row(slot).map(hex).join('');
    return [0, 8, 12, 16, 20].map((at, n, all) => digits.slice(at, all[n + 1])).join('-');
  }

  slotOf(id: string): number | undefined {
    const numbers = numbersOf(id);
    if (!numbers) return this.#slotsOfTexts.get(id);
    let slot = (this.#firsts[this.#place(numbers)] as number) - 1;
    while (slot >= 0 && !this.#is(slot, numbers)) slot = (this.#others[slot] as number) - 1;
    return slot < 0 ? undefined : slot;
  }

  #is(slot: number, numbers: readonly number[]): boolean {
    for (let at = 0; at < width; at += 1) if (this.#numbers[slot * width + at] !== numbers[at]) return false;
    return true;
  }

  remove(slot: number): void {
    const text = this.#texts.get(slot);
    if (text === undefined) {
      this.#unlink(slot);
      return;
    }
    this.#texts.delete(slot);
    this.#slotsOfTexts.delete(text);
  }

  #unlink(slot: number): void {
    const place = this.#place(this.#row(slot));
    const behind = this.#others[slot] as number;
    let at = this.#firsts[place] as number;
    if (at === slot + 1) {
      this.#firsts[place] = behind;
      return;
    }
    while (this.#others[at - 1] !== slot + 1) at = this.#others[at - 1] as number;
    this.#others[at - 1] = behind;
  }

  /** Whether the id of `a` sorts after that of `b`, in string order. */
  isBehind(a: number, b: number): boolean {
    if (this.#texts.size > 0) return this.idOf(a) > this.idOf(b);
    for (let at = 0; at < width; at += 1) {
      const [one, other] = [this.#numbers[a * width + at] as number, this.#numbers[b * width + at] as number];
      if (one !== other) return one > other;
    }
    return false;
  }
}
