/** Where pictures are kept. Keys are relative paths of letters, digits, `.`, `_` and `-` with `/` between. */
export interface Storage {
  /** Makes sure, at the start, that it can be used. @throws CannotStore */
  check(): Promise<void>;
  /** Keeps bytes; they are there completely or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null where there are none. */
  get(key: string): Promise<Buffer<ArrayBuffer> | null>;
  /** Forgets everything below a key. */
  remove(prefix: string): Promise<void>;
  /** Deletes what stops in the middle of a put left. @param age milliseconds for which a put may still run */
  tidy(age: number): Promise<void>;
}

/** One sentence for whoever started the site, instead of a stack. */
export class CannotStore extends Error {}
