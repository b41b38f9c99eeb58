import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns axe's violations of a page in its present state.
 * @param rules all of them when absent
 */
export async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // The site's CSP forbids other scripts; evaluation by the debugger is exempt.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    // Wait for color transitions between schemes. Skip those in folded content, which never end.
    const isSeen = ({ effect }: Animation) =>
      (effect as KeyframeEffect | null)?.target?.checkVisibility({ contentVisibilityAuto: true });
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition && isSeen(one));
    await Promise.allSettled(transitions.map((one) => one.finished));
    const { axe: run } = globalThis as unknown as { axe: typeof import('axe-core') };
    // Describing the thousands of passed checks takes half of the time. Target size is checked only when enabled.
    const which = only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } };
    const { violations } = await run.run(document, { resultTypes: ['violations'], ...which });
    // A target under a sticky bar becomes free once the page is scrolled: scroll to it and check again.
    const at = scrollY;
    for (const one of violations.filter(({ id }) => id === 'target-size')) {
      const still: typeof one.nodes = [];
      for (const node of one.nodes) {
        const target = document.querySelector(String(node.target[0]));
        target?.scrollIntoView({ block: 'center', behavior: 'instant' });
        const again = await run.run(target ?? document, { runOnly: [one.id] });
        if (again.violations.length > 0) still.push(node);
      }
      one.nodes = still;
    }
    scrollTo({ top: at, behavior: 'instant' });
    const found = violations.filter(({ nodes }) => nodes.length > 0);
    return found.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' ')}`);
  }, rules);
}
