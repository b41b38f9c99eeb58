import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { type Act, Judgement, MessageJudgement, ThingJudgement } from '#contract/moderation.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { command, say, withSite } from './command-line.ts';
import { Misused } from './misused.ts';
import { flagDecision, openFlags } from './moderate-flags.ts';

const usage = `npm run moderate -- COMMAND

  user suspend NAME --until DATE --reason TEXT
      Shuts a member out until a day or a time, as 2026-08-01 or 2026-08-01T12:00:00Z. Bikes and comments stay.
  user ban NAME --reason TEXT [--remove-comments]
      Closes an account for good, and takes its bikes away. Comments stay unless you remove them.
  user restore NAME [--reason TEXT]
      Lets a member in again, with the bikes as they were.
  user show NAME
      Says how an account stands, and what was done to it.
  bike flag ID --reason TEXT
      Hides a bike from lists. Who has its address is asked first; its owner reads the reason, and may mend it once.
  bike remove ID --reason TEXT
      Takes a bike away. Its owner still sees it, and reads the reason.
  bike restore ID [--reason TEXT]
      Brings back a bike that was flagged or removed. What its owner deleted stays deleted.
  comment flag ID --reason TEXT
      Collapses a comment. Its author reads the reason, and may mend it once. The ID ends the comment's own link.
  comment remove ID --reason TEXT
  comment restore ID [--reason TEXT]
      Takes a comment away, or brings back what was flagged or removed. What its author deleted stays deleted.
  message remove ID --reason TEXT
  message restore ID [--reason TEXT]
      Takes a message away from both, or brings it back. What its author took back stays so.
  flags
      What members have flagged and nobody has looked at: with the IDs, what it says, and what was said of it by whom.
  flags uphold KIND ID [--reason TEXT]
  flags reject KIND ID [--reason TEXT]
  flags reopen KIND ID [--reason TEXT]
      Says that the flags were right or wrong, or that somebody has to look again. KIND: bike, comment, message or user.
  operator add NAME
  operator remove NAME
      Makes a member an operator, who may do the same by the API, or takes the role away.
  operator list
  log
      The last 50 acts: who, when, to whom and why.
`;

const options = {
  until: { type: 'string' },
  reason: { type: 'string' },
  'remove-comments': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function read(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Misused((error as Error).message);
  }
}

const thingStatuses: Record<string, ThingJudgement['status']> = {
  flag: 'Flagged',
  remove: 'Removed',
  restore: 'Active',
};
const standings: Record<string, Judgement['standing']> = { suspend: 'Suspended', ban: 'Banned', restore: 'Active' };

/** Parses the decision of a `user` command. @throws Misused with the first problem */
function judgementOf(
  verb: string,
  { until = '', reason = '', 'remove-comments': remove }: ReturnType<typeof read>['values'],
) {
  const standing = standings[verb];
  const end = /^\d{4}-\d\d-\d\d$/.test(until) ? `${until}T00:00:00Z` : until;
  const given = { standing, reason, ...(verb === 'suspend' && { until: end }), ...(remove && { comments: 'remove' }) };
  return checked(Judgement, given, 'standing');
}

function checked<S extends v.GenericSchema>(schema: S, given: object, kind: string): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, given);
  if (success) return output;
  throw new Misused(`--${v.getDotPath(issues[0]) ?? kind}: ${issues[0].message}`);
}

const thingOf = ({ bike, comment, message }: Act): string => {
  if (message) return `the message ${message.id} of `;
  if (comment) return `${comment.id} on ${bike?.id}, the ${bike?.title}, by `;
  return bike ? `${bike.id}, the ${bike.title} of ` : '';
};

function told(act: Act): string {
  const { at, by, member, what, reason, until, done } = act;
  const end = until ? ` until ${until}` : '';
  const why = reason ? ` (${reason})` : '';
  const unfinished = done ? '' : '  NOT FINISHED: give the command again';
  return `${at}  ${by}: ${what} ${thingOf(act)}${member.username}${end}${why}${unfinished}`;
}

/** The name of the moderator in the log. */
const atConsole = (): string => `${userInfo().username} at the console`;

async function lookAtFlags(args: string[], reason = ''): Promise<void> {
  const decided = flagDecision(args);
  await withSite(async ({ moderation: { service }, flags: { queue } }) => {
    if (!decided) {
      for await (const line of openFlags(queue)) say(line);
      return;
    }
    const { type, id, state } = decided;
    say(told(await service.decideFlags(atConsole(), type, id, { state, reason })));
  });
}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = read(args);
  if (values.help) return say(usage);
  const [group = '', verb = '', name = ''] = positionals;
  if (group === 'flags') return lookAtFlags(positionals.slice(1), values.reason);
  const asked = group === 'log' ? 'log' : `${group} ${verb}`;
  const judges = group === 'user' && Object.hasOwn(standings, verb);
  const judgesThing =
    ((group === 'bike' || group === 'comment') && Object.hasOwn(thingStatuses, verb)) ||
    (group === 'message' && (verb === 'remove' || verb === 'restore'));
  const known =
    judges || judgesThing || ['user show', 'operator add', 'operator remove', 'operator list', 'log'].includes(asked);
  if (!known) throw new Misused(group ? `There is no command "${positionals.join(' ')}".` : 'Which command?');
  const named = asked !== 'log' && asked !== 'operator list';
  if (positionals.length !== (named ? 3 : group === 'log' ? 1 : 2))
    throw new Misused(named ? (judgesThing ? `Which ${group}?` : 'Whom?') : 'That is too much.');
  const judgement = judges ? judgementOf(verb, values) : null;
  const { reason = '' } = values;
  const status = thingStatuses[verb];
  const verdict = judgesThing && group !== 'message' ? checked(ThingJudgement, { status, reason }, 'status') : null;
  const messageVerdict =
    judgesThing && group === 'message' ? checked(MessageJudgement, { status, reason }, 'status') : null;

  await withSite(async ({ moderation: { service }, accounts: { moderated: members } }, isAlone) => {
    if (asked === 'log') return (await service.acts(undefined, {})).items.forEach((act) => void say(told(act)));
    if (asked === 'operator list') return (await members.operators()).forEach(({ username }) => void say(username));
    const by = atConsole();
    const done = (act: Act): void => {
      say(told(act));
      if (!isAlone) say('Strangers may still see what the running site has kept, for up to a minute.');
    };
    if (messageVerdict) return done(await service.moderateMessage(by, name, messageVerdict));
    if (verdict && group === 'comment') return done(await service.moderateComment(by, name, verdict));
    if (verdict) return done(await service.moderateBike(by, name, verdict));
    const member = await members.byName(name);
    if (!member) throw new Misused(`There is no member called ${name}.`);
    if (asked === 'user show') {
      say(`${member.username}: ${member.status}${member.operator ? ', an operator' : ''}`);
      return (await service.acts(member.id, {})).items.forEach((act) => void say(told(act)));
    }
    return done(
      judgement
        ? await service.moderateMember(by, member.id, judgement)
        : await service.setOperator(by, member.id, verb === 'add'),
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
