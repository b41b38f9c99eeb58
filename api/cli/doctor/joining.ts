import { ApplicantStore } from '#api/features/accounts/accounts.applicants.store.ts';
import { ModeratedStore } from '#api/features/accounts/accounts.moderated.store.ts';
import { PeopleStore } from '#api/features/accounts/accounts.people.store.ts';
import { SiteSettings } from '#api/platform/settings/site-settings.ts';
import { doMembersInvite, type JoinSettings } from '#contract/join-settings.ts';
import { daysToDecide } from '#contract/periods.ts';
import { type Check, type Finding, ok, warning } from './finding.ts';

const dayMs = 86_400_000;
/** Days after which an applicant has waited for long. */
const longDays = 7;

const found: Record<JoinSettings['mode'], string> = {
  open: 'Everybody can join.',
  approval: 'Operators let people in.',
  invite: 'People join with an invitation.',
  closed: 'Nobody can join, as operators have set it.',
};

type Counts = { operators: number; members: number; waitingLong: number };

/** @param counts `waitingLong`: applicants who have waited for more than a week */
export function joiningFindings(settings: JoinSettings, { operators, members, waitingLong }: Counts): Finding[] {
  const { mode, maxMembers } = settings;
  const isStuck = operators === 0 && (mode === 'approval' || (mode === 'invite' && !doMembersInvite(settings)));
  const findings = isStuck
    ? [
        warning(
          `${found[mode]} But there is no operator, so nobody joins.`,
          'Make a member an operator with "npm run moderate -- operator add NAME".',
        ),
      ]
    : [ok(found[mode])];
  if (maxMembers !== null && members >= maxMembers) {
    const full = `The site is full: it takes ${maxMembers} members, so nobody joins.`;
    findings.push(warning(full, 'Raise the number at /moderation/site if that is not what you want.'));
  }
  if (waitingLong > 0) {
    const waiting = `${waitingLong} ${waitingLong === 1 ? 'applicant has' : 'applicants have'} waited for more than ${longDays} days. After ${daysToDecide} an application is erased.`;
    findings.push(warning(waiting, 'Decide at /moderation/joining.'));
  }
  return findings;
}

export const joining: Check = {
  name: 'Joining',
  async run({ database }) {
    if (!database) return [];
    const { db } = database;
    const now = new Date();
    const { joining: settings } = await new SiteSettings(db, () => now).read();
    const [holders, members, waiting] = await Promise.all([
      new ModeratedStore(db).withRoles(),
      new PeopleStore(db).countHere(settings.maxMembers ?? 1),
      new ApplicantStore(db).waitingSince(new Date(now.getTime() - longDays * dayMs)),
    ]);
    return joiningFindings(settings, {
      operators: holders.filter(({ role }) => role === 'operator').length,
      members,
      waitingLong: waiting.length,
    });
  },
};
