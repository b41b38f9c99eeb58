import { userInfo } from 'node:os';
import * as v from 'valibot';
import type { App } from '#api/app.ts';
import type { Act } from '#contract/moderation.ts';
import { FieldsRefused } from '#contract/problems.ts';
import { say, withSite } from './command-line.ts';
import { Misused } from './misused.ts';

/** The name of who runs the command in the moderation log. */
export const atConsole = (): string => `${userInfo().username} at the console`;

/** Checks the options of a command. @param kind the name to show for the whole @throws Misused */
export function checked<S extends v.GenericSchema>(schema: S, input: unknown, kind: string): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, input);
  if (success) return output;
  throw new Misused(`--${v.getDotPath(issues[0]) ?? kind}: ${issues[0].message}`);
}

const thingOf = ({ bike, comment, message, list }: Act): string => {
  if (list) return `the list ${list.id}, ${list.name}, of `;
  if (message) return `the message ${message.id} of `;
  if (comment) return `${comment.id} on ${bike?.id}, the ${bike?.title}, by `;
  return bike ? `${bike.id}, the ${bike.title} of ` : '';
};

/** An entry of the moderation log on one line. */
export function describeAct(act: Act): string {
  const { at, by, member, what, reason, until, done } = act;
  const end = until ? ` until ${until}` : '';
  const why = reason ? ` (${reason})` : '';
  const unfinished = done ? '' : '  NOT FINISHED: run the command again';
  return `${at}  ${by}: ${what} ${thingOf(act)}${member.username}${end}${why}${unfinished}`;
}

/** Runs a command of moderators on the site, and prints what it did. Running sites show it within two seconds. */
export function moderating(work: (site: App) => Promise<Act | undefined>): Promise<void> {
  return withSite(async (site) => {
    const act = await work(site).catch((error: unknown) => {
      if (!(error instanceof FieldsRefused)) throw error;
      const lines = Object.entries(error.validation).map(([at, [why]]) => `--${at}: ${why}`);
      throw new Misused(lines.join('\n'));
    });
    if (!act) return;
    say(describeAct(act));
    await site.site.dropCaches();
  });
}
