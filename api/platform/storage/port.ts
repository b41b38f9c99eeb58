/** The picture storage. Keys are relative paths of letters, digits, `.`, `_` and `-`, separated by `/`. */
export interface Storage {
  /** Checks at the start that the storage works. @throws CannotStore */
  check(): Promise<void>;
  /** Stores bytes atomically. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Reads the bytes; null if there are none. */
  get(key: string): Promise<Buffer<ArrayBuffer> | null>;
  /** Deletes everything below a key. */
  remove(prefix: string): Promise<void>;
  /** Deletes what interrupted puts have left. @param age milliseconds for which a put may still run */
  tidy(age: number): Promise<void>;
}

/** Its message is one sentence for the operator, shown instead of a stack trace. */
export class CannotStore extends Error {}
