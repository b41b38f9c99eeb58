import { type Act, ListJudgement, MessageJudgement, type Role, ThingJudgement } from '#contract/moderation.ts';
import { Problem } from '#contract/problems.ts';
import { atConsole, checked, describeAct, moderating } from './acts.ts';
import { command, say } from './command-line.ts';
import { Misused, readArgs } from './misused.ts';
import { flagDecision, openFlags } from './moderate-flags.ts';

const usage = `npm run moderate -- COMMAND

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
  list remove ID --reason TEXT
  list restore ID [--reason TEXT]
      Removes the text and the notes of a shared folder and hides it from search, or brings them back unless its owner
      has written others. The ID is at the end of the folder's link.
  flags
      Lists what members flagged and no moderator has decided: IDs, texts, and each flag with its reason and author.
  flags uphold KIND ID [--reason TEXT]
  flags reject KIND ID [--reason TEXT]
  flags reopen KIND ID [--reason TEXT]
      Agrees or disagrees with the flags, or puts them back in the queue. KIND: bike, comment, message, list or
      user.
  operator add NAME
  operator remove NAME
      Makes a member an operator, who can do everything on the site, or takes the role away.
  moderator add NAME
  moderator remove NAME
      Makes a member a moderator, who decides about members and what they post, or takes the role away.
  operator list
  log
      Lists the last 50 actions: who did what to whom, when and why.

Members are suspended, banned and restored with "npm run user".
`;

const options = {
  reason: { type: 'string' },
} as const;

const thingStatuses: Record<string, ThingJudgement['status']> = {
  flag: 'Flagged',
  remove: 'Removed',
  restore: 'Active',
};

async function runFlagCommand(args: string[], reason = ''): Promise<void> {
  const decided = flagDecision(args);
  await moderating(async ({ moderation: { service }, flags: { queue } }) => {
    if (!decided) {
      for await (const line of openFlags(queue)) say(line);
      return;
    }
    const { type, id, state } = decided;
    return service.decideFlags(atConsole(), type, id, { state, reason });
  });
}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = readArgs(args, options);
  if (values.help) return say(usage);
  const [group = '', verb = '', name = ''] = positionals;
  if (group === 'flags') return runFlagCommand(positionals.slice(1), values.reason);
  const asked = group === 'log' ? 'log' : `${group} ${verb}`;
  const judgesThing =
    ((group === 'bike' || group === 'comment') && Object.hasOwn(thingStatuses, verb)) ||
    ((group === 'message' || group === 'list') && (verb === 'remove' || verb === 'restore'));
  const isRole = /^(?:operator|moderator) (?:add|remove)$/.test(asked);
  const known = judgesThing || isRole || ['operator list', 'log'].includes(asked);
  if (!known) throw new Misused(group ? `There is no command "${positionals.join(' ')}".` : 'Which command?');
  const named = asked !== 'log' && asked !== 'operator list';
  if (positionals.length !== (named ? 3 : group === 'log' ? 1 : 2))
    throw new Misused(named ? (judgesThing ? `Which ${group}?` : 'Which member?') : 'There are too many arguments.');
  const { reason = '' } = values;
  const status = thingStatuses[verb];
  const judged = judgesThing ? group : '';
  const isThing = judged === 'bike' || judged === 'comment';
  const decision = isThing ? checked(ThingJudgement, { status, reason }, 'status') : null;
  const messageDecision = judged === 'message' ? checked(MessageJudgement, { status, reason }, 'status') : null;
  const listDecision = judged === 'list' ? checked(ListJudgement, { status, reason }, 'status') : null;

  await moderating(async ({ moderation: { service }, accounts: { moderated: members } }): Promise<Act | undefined> => {
    if (asked === 'log') {
      for (const act of (await service.acts(undefined, {})).items) say(describeAct(act));
      return;
    }
    if (asked === 'operator list') {
      for (const { username, role } of await service.roles()) say(`${username}: ${role}`);
      return;
    }
    const by = atConsole();
    if (messageDecision) return service.moderateMessage(by, name, messageDecision);
    if (listDecision) return service.moderateList(by, name, listDecision);
    if (decision && group === 'comment') return service.moderateComment(by, name, decision);
    if (decision) return service.moderateBike(by, name, decision);
    const member = await members.byName(name);
    if (!member) throw new Misused(`There is no member called ${name}.`);
    return service.setRole(by, member.id, verb === 'add' ? (group as Role) : 'member');
  });
}

await command(main, usage, [Problem]);
