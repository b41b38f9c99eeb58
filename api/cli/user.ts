import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { App } from '#api/app.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { ChangeMemberEmail } from '#contract/account-help.ts';
import { type Act, Judgement, optionalReason } from '#contract/moderation.ts';
import { resetPasswordPage } from '#contract/pages.ts';
import { Problem } from '#contract/problems.ts';
import { atConsole, checked, describeAct, moderating } from './acts.ts';
import { command, say } from './command-line.ts';
import { Misused, readArgs } from './misused.ts';

const usage = `npm run user -- COMMAND

NAME is a member's username or e-mail address.

  show NAME
      Shows the status of an account and what moderators did to it.
  suspend NAME --until DATE --reason TEXT
      Suspends a member until a date or time, such as 2026-08-01 or 2026-08-01T12:00:00Z. Bikes and comments stay.
  ban NAME --reason TEXT [--remove-comments]
      Closes an account for good and hides its bikes. Comments stay unless you remove them.
  restore NAME [--reason TEXT]
      Lets a suspended, banned or deleted member in again, with the bikes as they were and the comments that the ban removed.
  password-link NAME
      Prints a link that sets a new password, once and within an hour. Give it to nobody but the member.
  email NAME ADDRESS [--reason TEXT]
      Changes the e-mail address. Both addresses are told, and all devices are signed out.
  end-sessions NAME
      Signs all devices out.
  export NAME FILE
      Writes everything that is stored about a member into a new ZIP file, readable for you only.
  erase NAME [--now] [--reason TEXT]
      Deletes an account and erases it in 30 days; "restore" undoes that until then. With --now it is erased at once.
      Asks twice for the username.

Each use is in the log: "npm run moderate -- log".
`;

const options = {
  until: { type: 'string' },
  reason: { type: 'string' },
  'remove-comments': { type: 'boolean' },
  now: { type: 'boolean' },
} as const;
type Values = ReturnType<typeof readArgs<typeof options>>['values'];

/** The operands after the name, and the options that each command takes. */
const commands: Record<string, { operands: number; takes: readonly (keyof typeof options)[] }> = {
  show: { operands: 0, takes: [] },
  suspend: { operands: 0, takes: ['until', 'reason'] },
  ban: { operands: 0, takes: ['reason', 'remove-comments'] },
  restore: { operands: 0, takes: ['reason'] },
  'password-link': { operands: 0, takes: [] },
  email: { operands: 1, takes: ['reason'] },
  'end-sessions': { operands: 0, takes: [] },
  export: { operands: 1, takes: [] },
  erase: { operands: 0, takes: ['now', 'reason'] },
};
const standings: Record<string, Judgement['standing']> = { suspend: 'Suspended', ban: 'Banned', restore: 'Active' };

/** Parses the decision of a command. @throws Misused with the first problem */
function judgementOf(verb: string, { until = '', reason = '', 'remove-comments': remove }: Values): Judgement {
  const end = /^\d{4}-\d\d-\d\d$/.test(until) ? `${until}T00:00:00Z` : until;
  const input = {
    standing: standings[verb],
    reason,
    ...(verb === 'suspend' && { until: end }),
    ...(remove && { comments: 'remove' }),
  };
  return checked(Judgement, input, 'standing');
}

/** Asks twice for the username on the terminal. @throws Misused if another one is typed */
async function confirmErasure(name: string, isNow: boolean): Promise<void> {
  const input = createInterface({ input: process.stdin });
  const lines = input[Symbol.asyncIterator]();
  const what = isNow
    ? `Everything of ${name} is erased at once.`
    : `${name} is deleted now, and everything of it is erased in 30 days.`;
  const last = isNow ? 'This cannot be undone.' : `"user restore ${name}" undoes it until then.`;
  try {
    for (const question of [`${what} Type the username to go on: `, `${last} Type it once more: `]) {
      process.stderr.write(question);
      const typed = String((await lines.next()).value ?? '').trim();
      if (typed.toLowerCase() !== name.toLowerCase()) throw new Misused('\nThat is another name. Nothing was erased.');
    }
  } finally {
    input.close();
  }
}

async function writeExport(
  { exports, accountHelp: { service } }: App,
  { id, username }: { id: string; username: string },
  file: string,
): Promise<Act> {
  const path = resolve(file);
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const opened = new Promise<void>((done, failed) => target.once('open', () => done()).once('error', failed));
  await opened.catch((cause: NodeJS.ErrnoException) => {
    throw new Refusal(cause.code === 'EEXIST' ? `${path} exists.` : `Cannot write ${path}: ${cause.message}`, {
      cause,
    });
  });
  try {
    const act = await service.noteExport(atConsole(), id);
    const archive = exports.service.archive({ id, username, avatar: '' });
    await pipeline(Readable.fromWeb(archive as ReadableStream<Uint8Array>), target);
    say(`Wrote ${path}.`);
    return act;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function run(
  site: App,
  verb: string,
  {
    id,
    username,
    operand = '',
    values,
  }: { id: string; username: string; operand?: string | undefined; values: Values },
): Promise<Act | undefined> {
  const { moderation, accounts, accountHelp } = site;
  const { reason = '' } = values;
  const { service: help } = accountHelp;
  const by = atConsole();
  switch (verb) {
    case 'password-link': {
      const { act, token } = await help.passwordLink(by, id);
      say(readConfig(process.env).publicOrigin + resetPasswordPage(token));
      return act;
    }
    case 'email':
      return help.changeEmail(by, id, checked(ChangeMemberEmail, { email: operand, reason }, 'email'));
    case 'end-sessions':
      return help.endSessions(by, id);
    case 'export':
      return writeExport(site, { id, username }, operand);
    case 'erase': {
      const why = checked(optionalReason, reason, 'reason');
      return help.erase(by, id, { username, when: values.now ? 'now' : 'later', reason: why });
    }
    case 'show': {
      const member = await accounts.moderated.byId(id);
      say(`${username}: ${member?.status}${member?.role ? `, ${member.role}` : ''}`);
      for (const act of (await moderation.service.acts(id, {})).items) say(describeAct(act));
      return;
    }
    default:
      return moderation.service.moderateMember(by, id, judgementOf(verb, values));
  }
}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = readArgs(args, options);
  if (values.help) return say(usage);
  const [verb = '', name = '', ...operands] = positionals;
  const known = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  if (!known) throw new Misused(verb ? `There is no command "${verb}".` : 'Which command?');
  if (!name) throw new Misused('Which member?');
  if (operands.length !== known.operands)
    throw new Misused(
      operands.length > known.operands ? 'There are too many arguments.' : 'There are too few arguments.',
    );
  const [foreign] = Object.keys(values).filter((option) => !known.takes.includes(option as keyof typeof options));
  if (foreign) throw new Misused(`"${verb}" has no option --${foreign}.`);
  // Checked before the site is opened.
  if (Object.hasOwn(standings, verb)) judgementOf(verb, values);
  if (verb === 'erase') await confirmErasure(name, values.now === true);
  await moderating(async (site) => {
    const member = await site.accountHelp.service.find(name).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found')
        throw new Misused(`There is no member called ${name}.`);
      throw error;
    });
    return run(site, verb, { ...member, operand: operands[0], values });
  });
}

await command(main, usage, [Problem, Refusal]);
