import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';

/** What the record of a member's account shows. The names are stored. */
const securityKinds = [
  ...['joined', 'login.password', 'login.passkey', 'login.elsewhere', 'login.locked'],
  ...['session.ended', 'sessions.ended', 'password.changed', 'password.reset', 'passkey.added', 'passkey.removed'],
  ...['elsewhere.linked', 'elsewhere.unlinked'],
  ...['token.made', 'token.revoked', 'export.downloaded', 'account.deleted', 'account.restored'],
  ...['role.given', 'role.taken', 'email.changed', 'email.restored', 'username.changed'],
] as const;
export type SecurityKind = (typeof securityKinds)[number];

/** Maximum of a member's events; the oldest are deleted first. */
export const maxSecurityEvents = 500;

/** A log-in, or a change that concerns the security of the account. */
export const SecurityEvent = v.object({
  id: v.string(),
  kind: v.picklist(securityKinds),
  /** ISO 8601. */
  at: v.string(),
  /** Readable name, such as `Firefox on Android`; empty if unknown. */
  device: v.string(),
  /** The network without its last part, such as `203.0.113.x`; empty if unknown. */
  network: v.string(),
  /**
   * What it was about: the name of a passkey, of a token or of another site, the device that was signed out, the role, the new username, or
   * the new e-mail with letters left out. Empty if the kind says it all.
   */
  about: v.string(),
  /** Whether the people who run the site did it: their device and network are not told. */
  byOperator: v.boolean(),
});
export type SecurityEvent = v.InferOutput<typeof SecurityEvent>;

/** Lists what happened to the member's account, newest first. */
export const listSecurityEvents = endpoint('GET', '/user/security', {
  query: PageQuery,
  reply: pageOf(SecurityEvent),
  private: true,
});
