import type { LoggedError } from '#api/platform/logs.ts';

/** How often an error occurred in one hour. */
export type HourlyError = { hour: number; message: string; where: string; count: number; lastAt: Date };

const hourMs = 3_600_000;
const hoursKept = 24;
/** Different errors of a process that are counted by themselves. */
const maxErrors = 100;
/** Failed requests whose route is not known yet. */
const maxPending = 100;
const maxLength = 160;
const otherErrors = 'Other errors';

/** Text in quotes, brackets, addresses and ids may be a member's own or their name. */
const personal = [
  /"[^"]*"?|'[^']*'?|`[^`]*`?|“[^”]*”?|‘[^’]*’?/g,
  /\{.*\}?|\[.*\]?|<[^>]*>?/gs,
  /\w+:\/\/\S+|\S+@\S+|(?:\/[^\s/:]+){2,}\S*/g,
  /\S*\d\S*/g,
] as const;

/** Describes an error by what the program says. Leaves out everything that may come from a member. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { name, message } = error;
  const { code } = error as { code?: unknown };
  const words = personal.reduce((text, pattern) => text.replace(pattern, '…'), message.slice(0, 1000));
  const text = `${name}${code === undefined ? '' : ` ${String(code)}`}: ${words.replace(/[\s…]*…[\s…]*/g, ' … ').trim()}`;
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Counts this process's errors of the last day by message and place. */
export class ErrorTally {
  readonly #now: () => Date;
  readonly #rows = new Map<string, HourlyError>();
  /** The errors of requests that are being answered, by the request's id. */
  readonly #pending = new Map<string, { said: string; isOld: boolean }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Counts a logged error. A request's error is counted with the line that names its route. */
  note({ message, fields, bindings }: LoggedError): void {
    const { err, job, route, method, status } = fields;
    const id = textOf(fields.requestId) || textOf(bindings.requestId);
    const said = err === undefined ? message : `${message}: ${describeError(err)}`;
    if (message === 'request' && id) {
      const text = this.#pending.get(id)?.said ?? `answered ${String(status)}`;
      this.#pending.delete(id);
      this.#count(text, `${textOf(method)} ${textOf(route)}`);
    } else if (id && this.#pending.size < maxPending) this.#pending.set(id, { said, isOld: false });
    else this.#count(said, job === undefined ? '' : `job: ${textOf(job)}`);
  }

  #count(message: string, where: string): void {
    const at = this.#now();
    const hour = Math.floor(at.getTime() / hourMs);
    this.#prune(hour);
    const key = `${hour} ${where} ${message}`;
    const isKnown = this.#rows.has(key) || this.#rows.size < maxErrors;
    const own = isKnown ? { key, message, where } : { key: `${hour}`, message: otherErrors, where: '' };
    const { count = 0 } = this.#rows.get(own.key) ?? {};
    this.#rows.set(own.key, { hour, message: own.message, where: own.where, count: count + 1, lastAt: at });
  }

  #prune(hour: number): void {
    for (const [key, row] of this.#rows) if (row.hour <= hour - hoursKept) this.#rows.delete(key);
  }

  /** Returns the errors of the last day by hour. A request that was answered all the same names no route. */
  rows(): HourlyError[] {
    for (const [id, one] of this.#pending) {
      if (one.isOld) {
        this.#pending.delete(id);
        this.#count(one.said, '');
      } else one.isOld = true;
    }
    this.#prune(Math.floor(this.#now().getTime() / hourMs));
    return [...this.#rows.values()];
  }
}
