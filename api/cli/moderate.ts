import { userInfo } from 'node:os';
import * as v from 'valibot';
import { type Act, Judgement, MessageJudgement, type Role, ThingJudgement } from '#contract/moderation.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { command, say, withSite } from './command-line.ts';
import { Misused, readArgs } from './misused.ts';
import { flagDecision, openFlags } from './moderate-flags.ts';

const usage = `npm run moderate -- COMMAND

  user suspend NAME --until DATE --reason TEXT
      Suspends a member until a date or time, such as 2026-08-01 or 2026-08-01T12:00:00Z. Bikes and comments stay.
  user ban NAME --reason TEXT [--remove-comments]
      Closes an account for good and hides its bikes. Comments stay unless you remove them.
  user restore NAME [--reason TEXT]
      Lets a member log in again, with the bikes as they were.
  user show NAME
      Shows the status of an account and what moderators did to it.
  bike flag ID --reason TEXT
      Hides a bike from lists. Visitors with its address see a warning. Its owner is told why and can fix it once.
  bike remove ID --reason TEXT
      Removes a bike. Its owner still sees it and is told why.
  bike restore ID [--reason TEXT]
      Restores a flagged or removed bike, but not one that its owner deleted.
  comment flag ID --reason TEXT
      Collapses a comment. Its author is told why and can fix it once. The ID is at the end of the comment's link.
  comment remove ID --reason TEXT
  comment restore ID [--reason TEXT]
      Removes a comment, or restores a flagged or removed one, but not one that its author deleted.
  message remove ID --reason TEXT
  message restore ID [--reason TEXT]
      Removes a message for both members, or restores it, but not one that its author took back.
  flags
      Lists what members flagged and no moderator has decided: IDs, texts, and each flag with its reason and author.
  flags uphold KIND ID [--reason TEXT]
  flags reject KIND ID [--reason TEXT]
  flags reopen KIND ID [--reason TEXT]
      Agrees or disagrees with the flags, or puts them back in the queue. KIND: bike, comment, message or user.
  operator add NAME
  operator remove NAME
      Makes a member an operator, who can do everything on the site, or takes the role away.
  moderator add NAME
  moderator remove NAME
      Makes a member a moderator, who decides about members and what they post, or takes the role away.
  operator list
  log
      Lists the last 50 actions: who did what to whom, when and why.
`;

const options = {
  until: { type: 'string' },
  reason: { type: 'string' },
  'remove-comments': { type: 'boolean' },
} as const;

const thingStatuses: Record<string, ThingJudgement['status']> = {
  flag: 'Flagged',
  remove: 'Removed',
  restore: 'Active',
};
const accountStatuses: Record<string, Judgement['standing']> = {
  suspend: 'Suspended',
  ban: 'Banned',
  restore: 'Active',
};

/** Parses the decision of a `user` command. @throws Misused with the first problem */
function judgementOf(
  verb: string,
  { until = '', reason = '', 'remove-comments': remove }: ReturnType<typeof readArgs<typeof options>>['values'],
) {
  const accountStatus = accountStatuses[verb];
  const end = /^\d{4}-\d\d-\d\d$/.test(until) ? `${until}T00:00:00Z` : until;
  const input = {
    standing: accountStatus,
    reason,
    ...(verb === 'suspend' && { until: end }),
    ...(remove && { comments: 'remove' }),
  };
  return checked(Judgement, input, 'standing');
}

function checked<S extends v.GenericSchema>(schema: S, input: object, kind: string): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, input);
  if (success) return output;
  throw new Misused(`--${v.getDotPath(issues[0]) ?? kind}: ${issues[0].message}`);
}

const thingOf = ({ bike, comment, message }: Act): string => {
  if (message) return `the message ${message.id} of `;
  if (comment) return `${comment.id} on ${bike?.id}, the ${bike?.title}, by `;
  return bike ? `${bike.id}, the ${bike.title} of ` : '';
};

function describe(act: Act): string {
  const { at, by, member, what, reason, until, done } = act;
  const end = until ? ` until ${until}` : '';
  const why = reason ? ` (${reason})` : '';
  const unfinished = done ? '' : '  NOT FINISHED: run the command again';
  return `${at}  ${by}: ${what} ${thingOf(act)}${member.username}${end}${why}${unfinished}`;
}

/** The name of the moderator in the log. */
const atConsole = (): string => `${userInfo().username} at the console`;

async function runFlagCommand(args: string[], reason = ''): Promise<void> {
  const decided = flagDecision(args);
  await withSite(async ({ moderation: { service }, flags: { queue } }) => {
    if (!decided) {
      for await (const line of openFlags(queue)) say(line);
      return;
    }
    const { type, id, state } = decided;
    say(describe(await service.decideFlags(atConsole(), type, id, { state, reason })));
  });
}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = readArgs(args, options);
  if (values.help) return say(usage);
  const [group = '', verb = '', name = ''] = positionals;
  if (group === 'flags') return runFlagCommand(positionals.slice(1), values.reason);
  const asked = group === 'log' ? 'log' : `${group} ${verb}`;
  const judges = group === 'user' && Object.hasOwn(accountStatuses, verb);
  const judgesThing =
    ((group === 'bike' || group === 'comment') && Object.hasOwn(thingStatuses, verb)) ||
    (group === 'message' && (verb === 'remove' || verb === 'restore'));
  const isRole = /^(?:operator|moderator) (?:add|remove)$/.test(asked);
  const known = judges || judgesThing || isRole || ['user show', 'operator list', 'log'].includes(asked);
  if (!known) throw new Misused(group ? `There is no command "${positionals.join(' ')}".` : 'Which command?');
  const named = asked !== 'log' && asked !== 'operator list';
  if (positionals.length !== (named ? 3 : group === 'log' ? 1 : 2))
    throw new Misused(named ? (judgesThing ? `Which ${group}?` : 'Which member?') : 'There are too many arguments.');
  const judgement = judges ? judgementOf(verb, values) : null;
  const { reason = '' } = values;
  const status = thingStatuses[verb];
  const decision = judgesThing && group !== 'message' ? checked(ThingJudgement, { status, reason }, 'status') : null;
  const messageDecision =
    judgesThing && group === 'message' ? checked(MessageJudgement, { status, reason }, 'status') : null;

  await withSite(async ({ moderation: { service }, accounts: { moderated: members } }, isAlone) => {
    if (asked === 'log') return (await service.acts(undefined, {})).items.forEach((act) => void say(describe(act)));
    if (asked === 'operator list')
      return (await service.roles()).forEach(({ username, role }) => void say(`${username}: ${role}`));
    const by = atConsole();
    const done = (act: Act): void => {
      say(describe(act));
      if (!isAlone) say('Visitors may see the old version for up to a minute.');
    };
    if (messageDecision) return done(await service.moderateMessage(by, name, messageDecision));
    if (decision && group === 'comment') return done(await service.moderateComment(by, name, decision));
    if (decision) return done(await service.moderateBike(by, name, decision));
    const member = await members.byName(name);
    if (!member) throw new Misused(`There is no member called ${name}.`);
    if (asked === 'user show') {
      say(`${member.username}: ${member.status}${member.role ? `, ${member.role}` : ''}`);
      return (await service.acts(member.id, {})).items.forEach((act) => void say(describe(act)));
    }
    return done(
      judgement
        ? await service.moderateMember(by, member.id, judgement)
        : await service.setRole(by, member.id, verb === 'add' ? (group as Role) : 'member'),
    );
  }).catch((error: unknown) => {
    if (!(error instanceof FieldsRefused)) throw error;
    throw new Misused(
      Object.entries(error.validation)
        .map(([at, [why]]) => `--${at}: ${why}`)
        .join('\n'),
    );
  });
}

await command(main, usage, [Problem]);
