import type { DehydratedAnswer, DehydratedPage } from '#contract/ssr.ts';

const unused = new Map<string, DehydratedAnswer>();

/** Stores the answers that came with the page. Those of a cached page are too old to replace a request. */
export function receiveDehydrated({ answers, keptAt }: DehydratedPage): void {
  if (keptAt !== undefined) return;
  for (const [path, answer] of Object.entries(answers)) unused.set(path, answer);
}

/** Whether an unused dehydrated answer exists for a path. */
export const isDehydrated = (path: string): boolean => unused.has(path);

export const forgetDehydrated = (): void => unused.clear();

/** Returns the dehydrated answer for a path, once. Later calls go to the server. */
export function takeDehydrated(path: string): DehydratedAnswer | undefined {
  const answer = unused.get(path);
  unused.delete(path);
  return answer;
}
