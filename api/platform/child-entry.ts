import { writeFileSync } from 'node:fs';
import type { ChildAnswer } from './child.ts';

const watchEveryMs = 100;

// A regular exit would wait for threads that may never return.
const killSelf = () => process.kill(process.pid, 'SIGKILL');

/** Makes the kernel's OOM killer pick this process before the site's. */
function preferForOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has this file.
  }
}

/**
 * Makes this process a `Child`'s worker: one answer for each message. It ends when its parent ends, however that
 * happens, and when it uses more memory than its first argument allows, in bytes.
 * @param codeOf returns the error code of a failure
 */
export function serveParent<M>(work: (message: M) => Promise<unknown>, codeOf: (error: unknown) => string): void {
  preferForOomKill();
  const memory = Number(process.argv[2]);
  const isOver = () => {
    const over = process.memoryUsage.rss();
    // Sent before it dies, so that the parent can distinguish this from a kill by somebody else.
    if (over > memory) process.send?.({ over } satisfies ChildAnswer, killSelf);
    return over > memory;
  };
  setInterval(isOver, watchEveryMs).unref();
  process.on('disconnect', killSelf);
  // These signals go to the whole process group. The site lets running jobs end, and ends this process afterwards.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const answer = (what: ChildAnswer) => process.send?.(what);
  process.on('message', (message: M) => {
    // Memory that the job before has not freed would count against this one.
    if (isOver()) return;
    work(message).then(
      (value) => answer({ value }),
      (error: Error) => answer({ error: { message: error.message, code: codeOf(error) } }),
    );
  });
}
