import { FieldsRefused } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { usernameKey } from '#contract/username.ts';
import type { RememberedBans } from './accounts.bans.store.ts';

// Names that seem to speak for the site, or that its URLs and texts need.
const reserved = new Set(
  `abuse account accounts admin administration administrator administrators admins anonymous api bike bikes billing bot
  contact deleted everyone guest headbadge help helpdesk here hostmaster info legal login logout mail mailbox me member
  members mod moderation moderator moderators mods news noreply nobody notifications null official operator operators
  owner owners postmaster press privacy root sales search security service settings signup site siteadmin siteoperator
  siteowner staff status superuser support sysadmin sysop system team terms undefined unknown user users webmaster
  webmasters www you`.split(/\s+/),
);

/** The reserved names that speak for the site: they are so with something before or behind them, too. */
const roles =
  `admin administrator moderator moderation operator headbadge support helpdesk official sysadmin sysop siteadmin
  siteoperator siteowner webmaster postmaster hostmaster`.split(/\s+/);
const before = ['the', 'real'];
const behind = ['s', 'x', 'team', 'staff', 'crew', 'hq', 'desk', 'online'];

const alike: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', i: 'l' };
/** Reduces a name to its look: characters that are easily confused become one, and a repeated one is kept once. */
const looksOf = (name: string): string =>
  usernameKey(name)
    .replace(/[^a-z\d]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[0134578i]/g, (one) => alike[one] ?? one)
    .replace(/(.)\1+/g, '$1');
const anyOf = (names: readonly string[]): string => names.map(looksOf).filter(Boolean).join('|');
const speaking = (names: readonly string[]): RegExp =>
  new RegExp(`^(?:${anyOf(before)})*(?:${anyOf(names)})(?:${anyOf([...behind, ...roles])})*$`);

/**
 * Whether a username is reserved, with or without punctuation and digits, or looks like one that is.
 * @param more further names that speak for the site
 */
function isReservedName(username: string, more: readonly string[] = []): boolean {
  const key = usernameKey(username);
  const withoutDigits = key.replace(/\d/g, '');
  if (reserved.has(withoutDigits)) return true;
  const pattern = speaking([...roles, ...more.filter((name) => looksOf(name).length > 2)]);
  const exact = new Set(more.map(usernameKey));
  return (
    [key, withoutDigits].some((one) => exact.has(one)) ||
    [key, withoutDigits, key.replace(/\d+$/, '')].some((one) => pattern.test(looksOf(one)))
  );
}

/** Says that a name is not to be had. */
export const nameTaken = { username: [t`That username is taken.`] };

interface Deps {
  bans: RememberedBans;
  joining: { blockedNames(): Promise<readonly string[]> };
  /** The site's name, which no username may claim. */
  siteName(): string;
}

/** Which names members may choose, at a sign-up and later. */
export class NameRules {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether a name is neither reserved, nor blocked, nor that of a banned member. */
  async isUsable(username: string): Promise<boolean> {
    const { bans, joining, siteName } = this.#deps;
    if (await bans.hasName(username)) return false;
    return !isReservedName(username, [siteName(), ...(await joining.blockedNames())]);
  }

  /** @throws FieldsRefused */
  async assertUsable(username: string): Promise<void> {
    if (!(await this.isUsable(username))) throw new FieldsRefused(nameTaken);
  }
}

/** Masks an address so that only its owner recognizes it: `j***@example.org`. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');
