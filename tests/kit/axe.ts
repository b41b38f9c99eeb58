import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong with a page as it stands.
 * @param rules all of them when not given
 */
export async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // The site's policy allows no script but its own; a debugger's evaluation is outside of it.
  await page.evaluate(axe);
  return page.evaluate(async (only) => {
    // A color on its way from one scheme to the other is neither. What is folded away stays on its way for ever.
    const isSeen = ({ effect }: Animation) =>
      (effect as KeyframeEffect | null)?.target?.checkVisibility({ contentVisibilityAuto: true });
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition && isSeen(one));
    await Promise.allSettled(transitions.map((one) => one.finished));
    const { axe: run } = globalThis as unknown as { axe: typeof import('axe-core') };
    // What is in order, in its thousands, is not described: that is half of the work.
    const { violations } = await run.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) });
    return violations.map(
      (one) => `${one.id}: ${one.nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' ')}`,
    );
  }, rules);
}
