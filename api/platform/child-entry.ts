import { writeFileSync } from 'node:fs';
import type { ChildAnswer } from './child.ts';

const watchEveryMs = 100;

// Leaving in order would wait for threads that may never come back.
const vanish = () => process.kill(process.pid, 'SIGKILL');

/** Kept in mind by the kernel: when memory runs out, this process goes before the site does. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has it.
  }
}

/**
 * Makes this process a `Child`'s: one answer for each message. It ends when its parent does, however that happens, and
 * when it holds more memory than its first argument allows, in bytes.
 * @param codeOf what a failure is called
 */
export function serveParent<M>(work: (message: M) => Promise<unknown>, codeOf: (error: unknown) => string): void {
  goFirst();
  const memory = Number(process.argv[2]);
  const isOver = () => {
    const over = process.memoryUsage.rss();
    // Said first: whoever finds it killed without a word has to think that others did it.
    if (over > memory) process.send?.({ over } satisfies ChildAnswer, vanish);
    return over > memory;
  };
  setInterval(isOver, watchEveryMs).unref();
  process.on('disconnect', vanish);
  // Meant for the whole group of processes: the site lets what runs end, and ends this one afterwards.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const answer = (what: ChildAnswer) => process.send?.(what);
  process.on('message', (message: M) => {
    // What it still holds of the one before would count against this one.
    if (isOver()) return;
    work(message).then(
      (value) => answer({ value }),
      (error: Error) => answer({ error: { message: error.message, code: codeOf(error) } }),
    );
  });
}
