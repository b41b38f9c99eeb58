type Channel = { post(data: unknown): void; close(): void };
type Named = { name: string };

/** Everything that a page in Node gets from outside its VM context. */
export type Host = {
  origin: string;
  databases: { _databases: Map<string, unknown>; _connectionQueues: Map<string, unknown> };
  localStorage: Map<string, string>;
  cookies: { read(): string; write(line: string): void };
  /** Node's `structuredClone`. Its result belongs to another VM context, see `adopt`. */
  clone(value: unknown): unknown;
  /** Runs `work` in a later task. */
  queueTask(work: () => void): void;
  startTimer(work: () => void, delay: number): number;
  stopTimer(id: number): void;
  fetch(request: Request): Promise<Response>;
  lock(name: string, ifAvailable: boolean, work: (lock: Named | null) => unknown): Promise<unknown>;
  locks(): { held: Named[]; pending: Named[] };
  openChannel(name: string, receive: (data: unknown) => void): Channel;
  runInitScripts(): void;
};

const inside = globalThis as unknown as { host: Host };

export const { host } = inside;
// Page code must find only what a browser offers.
Reflect.deleteProperty(inside, 'host');
