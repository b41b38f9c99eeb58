import { idle } from '#src/lib/idle.ts';

/** Loads code once the browser is idle. */
export async function whenIdle<T>(load: () => Promise<T>): Promise<T> {
  await idle();
  return load();
}
