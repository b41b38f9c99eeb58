import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';
import type { Context } from '../command.ts';
import { withDatabase } from '../place.ts';
import { restoreBike } from './bike.ts';
import { restoreComment } from './comment.ts';
import { restoreMember } from './member.ts';
import { withBackup } from './open-backup.ts';
import { Restoring } from './restoring.store.ts';

const kinds = { bike: restoreBike, member: restoreMember, comment: restoreComment } as const;
type Kind = keyof typeof kinds;
const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

/** The thing that the options of `restore` name; null if they name none. @throws Refusal if there are several */
export function namedThing(values: Context['values']): { kind: Kind; id: string } | null {
  const named = Object.entries(values).flatMap(([kind, id]) =>
    isKind(kind) && typeof id === 'string' ? [{ kind, id }] : [],
  );
  if (named.length > 1) throw new Refusal('Name one thing: a bike, a member or a comment.');
  return named[0] ?? null;
}

/** Restores one thing from a backup, also beside the running site, which shows it within two seconds. @throws Refusal */
export async function restoreOne(context: Context, { kind, id }: { kind: Kind; id: string }): Promise<void> {
  const { config, values, say } = context;
  const { from, replace, 'even-deleted': evenDeleted } = values;
  const choices = { replaces: replace === true, evenDeleted: evenDeleted === true };
  await withBackup(context, typeof from === 'string' ? from : undefined, (backup) =>
    withDatabase(config, async ({ db, embedded: ownDatabase }) => {
      // Loads half of the site, which most other commands do not need.
      const { createApp } = await import('#api/app.ts');
      const log = createLog({ level: 'warn' });
      const jobs = new Jobs(log);
      const site = await createApp({ config, db, ownDatabase, page: '', jobs, now: () => new Date(), log });
      try {
        await kinds[kind](new Restoring({ site, db, backup, say }, choices), id);
        await site.site.dropCaches();
      } finally {
        await jobs.stop();
        await site.close();
      }
    }),
  );
}
