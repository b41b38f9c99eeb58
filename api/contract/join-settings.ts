import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { atMost } from './bounds.ts';
import { joinModes } from './joining.ts';
import { parseUrl } from './parse-url.ts';
import { optionalLine } from './text.ts';
import { usernameKey } from './username.ts';

/** Maximum code points of the question, and most entries of a list. */
export const joinLimits = { question: 200, entries: 1000 } as const;
const maxEntryLength = 254;
/** The widest networks that can be blocked: a slip must not block half of the internet. */
const minBits = { 4: 8, 6: 16 } as const;

const lower = (entry: string): string => entry.trim().toLowerCase();
/** Returns a domain in ASCII, also of `@example.org` and `*.example.org`. */
function asDomain(entry: string): string {
  const typed = lower(entry).replace(/^(?:@|\*?\.)+/, '');
  return /[^\0-\x7f]/.test(typed) ? (parseUrl(`http://${typed}`)?.hostname ?? typed) : typed;
}
const isDomain = (entry: string): boolean =>
  /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/.test(entry);
const isAddress = (entry: string): boolean => /^[^\s@]+@[^\s@]+$/.test(entry);

const isIPv4 = (text: string): boolean => v.is(v.pipe(v.string(), v.ipv4()), text);
const isIPv6 = (text: string): boolean => v.is(v.pipe(v.string(), v.ipv6()), text);
function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const length = bits === undefined ? null : Number(bits);
  if (isIPv4(address)) return length === null || (length >= minBits[4] && length <= 32);
  return isIPv6(address) && (length === null || (length >= minBits[6] && length <= 128));
}

const tooMany = () => t`Use at most ${joinLimits.entries} entries.`;
/** A list of entries, without doubles and empty ones. @param complaint names the first entry that is wrong */
const listOf = (
  normalize: (entry: string) => string,
  isRight: (entry: string) => boolean,
  complaint: (entry: string) => string,
) =>
  v.pipe(
    atMost(v.array(atMost(v.string(), maxEntryLength)), joinLimits.entries, tooMany),
    v.transform((entries) => [...new Set(entries.map(normalize).filter(Boolean))]),
    v.check(
      (entries) => entries.every(isRight),
      ({ input }) => complaint((input as string[]).find((entry) => !isRight(entry)) ?? ''),
    ),
  );

const wholeMessage = t`Enter a whole number.`;
const whole = (min: number, max: number) =>
  v.nullable(
    v.pipe(
      v.number(wholeMessage),
      v.integer(wholeMessage),
      v.minValue(min, wholeMessage),
      v.maxValue(max, () => t`Use at most ${max}.`),
    ),
  );

/** How one may join. A change leaves out what stays. */
export const JoiningChange = v.object({
  mode: v.optional(v.picklist(joinModes)),
  /** The question to applicants; empty: the built-in one. */
  question: v.optional(v.nullable(optionalLine(joinLimits.question, t`Use at most 200 characters.`))),
  /** Null: any number. */
  maxMembers: v.optional(whole(1, 10_000_000)),
  /** Days after which members may invite others; null: only operators invite. */
  inviteAfterDays: v.optional(whole(0, 3650)),
  /** Domains of e-mail addresses that cannot join, with all below them. */
  blockedDomains: v.optional(listOf(asDomain, isDomain, (entry) => t`“${entry}” is not a domain.`)),
  blockedAddresses: v.optional(listOf(lower, isAddress, (entry) => t`“${entry}” is not an e-mail address.`)),
  /** IP addresses and networks (CIDR) from which nobody signs up. */
  blockedNetworks: v.optional(
    listOf(lower, isNetwork, (entry) => t`“${entry}” is not a network such as 203.0.113.0/24 or 2001:db8::/32.`),
  ),
  /** Usernames that cannot be used, besides the built-in ones. */
  blockedNames: v.optional(
    listOf(
      (entry) => entry.trim(),
      (entry) => /[a-z\d]/.test(usernameKey(entry)),
      (entry) => t`“${entry}” is not a username.`,
    ),
  ),
});
export type JoiningChange = v.InferOutput<typeof JoiningChange>;

/** The settings as stored. */
export const JoinSettings = v.object({
  mode: v.picklist(joinModes),
  question: v.nullable(v.string()),
  maxMembers: v.nullable(v.number()),
  inviteAfterDays: v.nullable(v.number()),
  blockedDomains: v.array(v.string()),
  blockedAddresses: v.array(v.string()),
  blockedNetworks: v.array(v.string()),
  blockedNames: v.array(v.string()),
});
export type JoinSettings = v.InferOutput<typeof JoinSettings>;

/** Whether members may invite people: where one needs no invitation, they have none to give. */
export const doMembersInvite = ({ mode, inviteAfterDays }: JoinSettings): boolean =>
  inviteAfterDays !== null && (mode === 'approval' || mode === 'invite');

export const defaultJoinSettings: JoinSettings = {
  mode: 'open',
  question: null,
  maxMembers: null,
  inviteAfterDays: null,
  blockedDomains: [],
  blockedAddresses: [],
  blockedNetworks: [],
  blockedNames: [],
};
