import type { Context } from 'hono';
import { networksOf } from '#api/platform/addresses/network.ts';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Visitor } from '#api/platform/http/kit.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import type { SessionCookies } from '#api/platform/sessions/cookies.ts';
import type { Devices } from '#api/platform/sessions/devices.ts';
import { senderOf } from '#api/platform/sessions/sender.ts';
import type { Sessions } from '#api/platform/sessions/sessions.ts';
import { ok } from '#contract/envelope.ts';
import { newUntil } from '#contract/trust.ts';
import type { Visit } from './accounts.login.ts';
import type { NewDevices } from './accounts.new-devices.ts';
import { roleOf } from './accounts.states.ts';
import type { Account } from './accounts.store.ts';

interface Deps {
  sessions: Sessions;
  cookies: SessionCookies;
  devices: Devices;
  newDevices: NewDevices;
  emit: Events['emit'];
  followLanguage(memberId: string): Promise<void>;
  now: Now;
}

/** Logs members in: describes where an attempt comes from, and sets the cookies after a successful one. */
export class SignIns {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  visitOf = <E extends Visitor>(c: Context<E>): Visit => {
    const { cookies, devices } = this.#deps;
    const cookie = cookies.device(c);
    const deviceOf = (accountId: string) => devices.deviceOf(cookie, accountId);
    return {
      ...senderOf(c),
      networks: networksOf(c),
      isKnownDevice: devices.isKnown(cookie),
      deviceOf,
      log: c.var.log,
    };
  };

  /** Ends the session of a browser. */
  signOut = async <E extends Visitor>(c: Context<E>): Promise<void> => {
    const { sessions, cookies } = this.#deps;
    for (const memberId of await sessions.signOut(cookies.bearers(c))) await this.ended(memberId);
  };

  /** Tells that sessions of a member have ended. */
  ended = (memberId: string): Promise<void> => this.#deps.emit({ what: 'member.signedOut', memberId });

  /**
   * @param way how the member proved who they are; none if another site says so
   * @param isFirst whether the account has just been confirmed
   */
  complete = async <E extends Visitor>(
    c: Context<E>,
    account: Account,
    way?: 'password' | 'passkey',
    isFirst = false,
  ) => {
    const { sessions, cookies, devices, newDevices, emit, followLanguage, now } = this.#deps;
    const from = senderOf(c);
    const isNewDevice = devices.deviceOf(cookies.device(c), account.id) === null;
    await this.signOut(c);
    await followLanguage(account.id);
    cookies.set(c, await sessions.login(account, from.device, way));
    cookies.setDevice(c, devices.cookieFor(cookies.device(c), account.id));
    const { id, username, avatar } = account;
    const until = newUntil(account, now());
    const authUser = { id, username, avatar, ...roleOf(account), ...(until && { newUntil: until }) };
    const kind = way ? (`login.${way}` as const) : 'login.elsewhere';
    await emit({ what: 'member.signedIn', memberId: id }, securityEvent(id, isFirst ? 'joined' : kind, { from }));
    if (isNewDevice && !isFirst) newDevices.tell(account, from);
    return c.json(ok({ login: 'LoginSucceeded' as const, authUser }));
  };
}
