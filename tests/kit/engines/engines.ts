import { describe, test } from 'vitest';
import type { Engine } from './engine.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

/** Whether a missing engine is a failure. */
const isRequired = process.env.ENGINES === 'required';

/** Declares tests for each engine. A missing one is skipped, with the reason in the title, unless `ENGINES=required`. */
export async function inEachEngine(
  what: string,
  declare: (engine: Engine) => void,
  engines: readonly Engine[] = [firefox, webkit],
): Promise<void> {
  for (const engine of engines) {
    const missing = await engine.missing();
    const title = missing ? `${engine.name} is missing: ${missing} (apt install ${engine.packages})` : engine.name;
    if (!missing) describe(`${what} in ${title}`, () => declare(engine));
    else if (isRequired) {
      test(`${what}: ${title}`, () => {
        throw new Error(title);
      });
    } else test.skip(`${what}: ${title}`, () => undefined);
  }
}
