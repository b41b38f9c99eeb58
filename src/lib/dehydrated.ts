import type { Given, GivenAnswer } from '#contract/drawing.ts';

const untaken = new Map<string, GivenAnswer>();

/** The page came with these answers. Those of a page that the device has kept are no news: it only begins with them. */
export function receiveDehydrated({ answers, keptAt }: Given): void {
  if (keptAt !== undefined) return;
  for (const [path, answer] of Object.entries(answers)) untaken.set(path, answer);
}

/** Whether the answer to a call came with the page, and nobody has taken it. */
export const isDehydrated = (path: string): boolean => untaken.has(path);

/** Nothing that came with the page is news any more. */
export const forgetDehydrated = (): void => untaken.clear();

/** The answer to a call that came with the page, once: whoever asks again asks the site. */
export function takeDehydrated(path: string): GivenAnswer | undefined {
  const answer = untaken.get(path);
  untaken.delete(path);
  return answer;
}
