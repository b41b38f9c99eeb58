/** Days after the sign-up for which a member is new. Who has a role never is. */
export const newMemberDays = 7;

/** What members may do, by the age of their account. */
export const trustRules = {
  newMember: {
    /** Whether comments and messages may link to other sites. */
    linksElsewhere: false,
    /** Whether others see the links of the profile. */
    profileLinks: false,
    /** Whether flags help to hide something. Otherwise they only wait for a moderator. */
    flagsHide: false,
    /** Whether likes are votes for Bike of the Week. */
    likesVote: false,
    /** Different strangers whom a member's comments of one day may alert. */
    strangersADay: 5,
    /** Maximum number of conversations that a member may start. */
    starts: { day: 2, week: 5 },
    /** Different members whom a member may invite on one day to keep lists. */
    keepersADay: 3,
  },
  member: {
    linksElsewhere: true,
    profileLinks: true,
    flagsHide: true,
    likesVote: true,
    strangersADay: 20,
    starts: { day: 3, week: 15 },
    keepersADay: 20,
  },
} as const;

/** What all new members together may cause to one member in a day, so that a hundred of them are no louder than a few. */
export const fromNewMembersADay = {
  /** Alerts about mentions by strangers. Further mentions are links only. */
  mentions: 10,
  /** Conversations that they start. */
  conversations: 5,
  /** Invitations to keep a list. */
  keeping: 5,
  /** Pushes about nothing but what they did. The alerts are listed all the same. */
  pushes: 5,
} as const;

/** Activity required to start a conversation, at any age: one of these. */
export const startRequirements = { bikes: 1, comments: 3 } as const;

/** Returns the rules for a member. */
export const trustOf = (isNew: boolean) => trustRules[isNew ? 'newMember' : 'member'];

const dayMs = 86_400_000;

type TrustedMember = { createdAt: Date; operator?: boolean | undefined; moderator?: boolean | undefined };

/** Returns when a member stops being new. */
export const trustedFrom = ({ createdAt, operator, moderator }: TrustedMember): Date =>
  new Date(operator || moderator ? 0 : createdAt.getTime() + newMemberDays * dayMs);

/** Returns when a member stops being new (ISO 8601); null if they have. */
export function newUntil(account: Parameters<typeof trustedFrom>[0], now: Date): string | null {
  const trusted = trustedFrom(account);
  return trusted > now ? trusted.toISOString() : null;
}
