import { TestApp } from './app.ts';
import { interposed } from './interposed.ts';

type Stalled = {
  /** The environment of the process. */
  env?: Record<string, string>;
  /** The command before which the process stops, such as `alerts.updateOne`, or a collection for any command on it. */
  before: string;
  /** An earlier deed of the process, before which it does not stop. */
  first?: (slow: TestApp) => Promise<unknown>;
  deed: (slow: TestApp) => Promise<unknown>;
  /** Deeds of other processes while it stands still. */
  meanwhile: () => Promise<unknown>;
};

/** Does the deed in another process of the site, which stops before a command and goes on after `meanwhile`. */
export async function stalled(app: TestApp, { env = {}, before, first, deed, meanwhile }: Stalled): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  const [collection = ''] = before.split('.');
  let isOpen = false;
  const through = ({ db }: TestApp['database']) =>
    interposed(db, [collection], async (command, run) => {
      if (isOpen && (command === before || collection === before)) {
        reached.resolve();
        await resume.promise;
      }
      return run();
    });
  const slow = await TestApp.open(env, { database: app.database, still: true, through });
  await first?.(slow);
  await slow.idle();
  isOpen = true;
  const done = deed(slow).then(() => slow.idle());
  const stopped = await Promise.race([reached.promise.then(() => true), done.then(() => false)]);
  if (!stopped) throw new Error(`There was no ${before}.`);
  await meanwhile();
  await app.idle();
  resume.resolve();
  await done;
  await slow.close();
}
