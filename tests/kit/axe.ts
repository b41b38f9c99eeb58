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
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    // A color on its way from one scheme to the other is neither. What is folded away stays on its way for ever.
    const isSeen = ({ effect }: Animation) =>
      (effect as KeyframeEffect | null)?.target?.checkVisibility({ contentVisibilityAuto: true });
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition && isSeen(one));
    await Promise.allSettled(transitions.map((one) => one.finished));
    const { axe: run } = globalThis as unknown as { axe: typeof import('axe-core') };
    // What is in order, in its thousands, is not described: that is half of the work.
    // How large a target is belongs to what this site keeps to; axe looks at it only when asked to.
    const which = only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } };
    const { violations } = await run.run(document, { resultTypes: ['violations'], ...which });
    // What lies under a bar that stays in place is free once its page is scrolled.
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
