import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import {
  type JoinByOpenId,
  type LinkedAccount,
  maxLinkedAccounts,
  type Newcomer,
  openIdMinutes,
} from '#contract/openid.ts';
import { elsewherePage, linkedAccountsPage, loginPage, safeReturn } from '#contract/pages.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import type { RememberedBans } from './accounts.bans.store.ts';
import type { ConfirmationService } from './accounts.confirmation.ts';
import type { DepartureService } from './accounts.departure.ts';
import { linkMs } from './accounts.link-times.ts';
import type { LoginService, Visit } from './accounts.login.ts';
import { type Claims, type Identity, type OpenIdClient, OpenIdFailed } from './accounts.openid.client.ts';
import type { Flow, OpenIdFlowStore } from './accounts.openid.flows.store.ts';
import type { LinkedRow, OpenIdLinkStore } from './accounts.openid.links.store.ts';
import { accountLinkedMail, accountUnlinkedMail } from './accounts.openid.mails.ts';
import type { PasskeyStore } from './accounts.passkeys.store.ts';
import type { AccountService } from './accounts.service.ts';
import { stateProblem } from './accounts.states.ts';
import { type Account, type AccountStore, emailKey } from './accounts.store.ts';

interface Deps {
  accounts: AccountStore;
  signups: AccountService;
  confirmations: ConfirmationService;
  logins: LoginService;
  departures: DepartureService;
  bans: RememberedBans;
  passkeys: PasskeyStore;
  links: OpenIdLinkStore;
  flows: OpenIdFlowStore;
  client: OpenIdClient;
  isAddressBlocked(email: string): Promise<boolean>;
  mailer: Mailer;
  emit: Events['emit'];
  jobs: Jobs;
  now: Now;
}

/** A browser that came back from a provider. `state` names what it began, `holder` is its secret. */
type Returned = { state: string; holder: string };
type ClaimedFlow = Flow & { claims: Claims };

const identityOf = ({ issuer, subject, provider, name }: Identity): Identity => ({ issuer, subject, provider, name });

/** Logs members in by accounts at OpenID Connect providers, signs them up, and links such accounts. */
export class OpenIdService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Begins a log-in, or with `userId` a link.
   * @returns the address at the provider
   * @throws not_found, openid.unreached
   */
  async begin(
    provider: string,
    holder: string,
    { returnTo, ...more }: Pick<Flow, 'returnTo' | 'invitation' | 'userId'>,
  ): Promise<string> {
    const { client, flows } = this.#deps;
    const name = client.nameOf(provider);
    if (name === undefined) throw new Problem('not_found');
    try {
      const { url, state, ...secrets } = await client.begin(provider);
      const path = returnTo === undefined ? {} : { returnTo: safeReturn(returnTo) };
      await flows.begin(state, holder, { provider, secrets, ...path, ...more, expiresAt: this.#end() });
      return url;
    } catch (error) {
      if (!(error instanceof OpenIdFailed)) throw error;
      const message = t`We can't reach ${name} right now. Log in another way, or try again in a few minutes.`;
      throw new Problem('openid.unreached', { message, cause: error });
    }
  }

  /** Receives a browser from a provider. @param search the query of its address @returns the path of our page to show */
  async comeBack(provider: string, search: string, holder: string): Promise<string> {
    const { client, flows, now } = this.#deps;
    const state = new URLSearchParams(search).get('state') ?? '';
    const flow = await flows.comeBack(state, holder, provider, now());
    if (!flow?.secrets) return loginPage(undefined, 'late');
    const { returnTo, secrets } = flow;
    const isLink = 'userId' in flow;
    try {
      await flows.noteClaims(state, await client.finish(provider, search, { ...secrets, state }), this.#end());
      return isLink ? linkedAccountsPage({ flow: state }) : elsewherePage(state, returnTo);
    } catch (error) {
      if (!(error instanceof OpenIdFailed)) throw error;
      const { why } = error;
      return isLink ? linkedAccountsPage({ elsewhere: why }) : loginPage(returnTo, why);
    }
  }

  /**
   * Returns the member whom the provider named, or describes somebody new.
   * @throws openid.late, openid.known, join.address, EmailNotConfirmed, Suspended, Banned, Deleted
   */
  async enter(returned: Returned, visit: Visit): Promise<{ account: Account } | { newcomer: Newcomer }> {
    const flow = await this.#claimed(returned);
    const { claims, invitation = null } = flow;
    const account = await this.#enterAs(claims, returned, visit);
    if (account) return { account };
    await this.#checkNew(claims);
    const { provider, verifiedEmail: email, names } = claims;
    return { newcomer: { provider, email, invitation, username: await this.#deps.signups.freeName(names) } };
  }

  /**
   * Signs somebody new up. With an address that the provider has verified they are a member at once; any other gets our
   * confirmation link, after which the account is linked.
   * @returns the member, or the address that the link was mailed to
   * @throws openid.late, openid.known, join.address, FieldsRefused, the problems of joining, Applied
   */
  async join(
    { flow: state, email, password, ...signup }: JoinByOpenId,
    holder: string,
    client: string,
    visit: Visit,
  ): Promise<{ account: Account; isNew: boolean } | { email: string }> {
    const { signups, confirmations, accounts } = this.#deps;
    const returned = { state, holder };
    const { claims } = await this.#claimed(returned);
    const member = await this.#enterAs(claims, returned, visit);
    if (member) return { account: member, isNew: false };
    await this.#checkNew(claims);
    const elsewhere = identityOf(claims);
    if (claims.verifiedEmail === null) {
      if (!email) throw new FieldsRefused({ email: [t`Enter a valid e-mail address.`] });
      if (!password) throw new FieldsRefused({ password: [t`Choose a password.`] });
      await signups.signup({ ...signup, email, password, elsewhere }, client);
      await this.#use(returned);
      return { email };
    }
    const applicant = { ...signup, email: claims.verifiedEmail, password: null, elsewhere };
    const waiting = await signups.apply(applicant, client);
    try {
      const account = await confirmations.enter(waiting, visit);
      // Somebody has confirmed the address meanwhile.
      if (!account) throw new Problem('openid.known');
      await this.#use(returned);
      return { account, isNew: true };
    } catch (error) {
      if (error instanceof Problem && error.code === 'Applied') await this.#use(returned);
      else await accounts.removeWaiting(waiting);
      throw error;
    }
  }

  /** Restores a deleted account. For one that is not deleted this is a log-in. @throws openid.late, what `admit` throws */
  async restore(returned: Returned, visit: Visit): Promise<Account> {
    const { claims } = await this.#claimed(returned);
    const account = await this.#deps.departures.restore(async () => {
      const member = await this.#accountOf(claims);
      if (!member) throw new Problem('openid.late');
      return member;
    }, visit);
    await this.#use(returned);
    return account;
  }

  /** A member's linked accounts, the first one first. */
  async list(userId: string): Promise<{ hasPassword: boolean; accounts: LinkedAccount[] }> {
    const { accounts, links } = this.#deps;
    const [account, rows] = await Promise.all([accounts.byId(userId), links.of(userId)]);
    return { hasPassword: Boolean(account?.passwordHash), accounts: rows.map(this.#shown) };
  }

  /** Links the account that the provider named. @throws openid.late, openid.exists, openid.full */
  async link(returned: Returned, userId: string, visit: Visit): Promise<LinkedAccount> {
    const { links, emit, now } = this.#deps;
    const { claims } = await this.#claimed(returned, userId);
    const [mine, known] = await Promise.all([links.of(userId), links.find(claims)]);
    const isMine = mine.some(({ _id }) => _id === known?._id);
    if (known && !isMine) throw new Problem('openid.exists');
    if (!known && mine.length >= maxLinkedAccounts) throw new Problem('openid.full');
    await this.#use(returned);
    if (known) return this.#shown(known);
    const row = await links.add(userId, identityOf(claims), now());
    if (!row) throw new Problem('openid.exists');
    visit.log.info({ event: 'openid.linked', accountId: userId, network: visit.networks[0] }, 'account linked');
    await emit(securityEvent(userId, 'elsewhere.linked', { from: visit, about: row.provider }));
    this.#tell(accountLinkedMail, row);
    return this.#shown(row);
  }

  /** Unlinks an account, if it is linked. @throws openid.last if nothing else lets the member in */
  async unlink(userId: string, id: string, visit: Visit): Promise<void> {
    const { accounts, links, passkeys, client, emit } = this.#deps;
    const [account, mine, keys] = await Promise.all([accounts.byId(userId), links.of(userId), passkeys.of(userId)]);
    const row = mine.find(({ _id }) => _id === id);
    if (!row) return;
    const usable = mine.filter((one) => client.isUsable(one));
    const isLast = usable.length === 1 && usable[0] === row && !account?.passwordHash && keys.length === 0;
    if (isLast) throw new Problem('openid.last');
    await links.remove(userId, id);
    visit.log.info({ event: 'openid.unlinked', accountId: userId, network: visit.networks[0] }, 'account unlinked');
    await emit(securityEvent(userId, 'elsewhere.unlinked', { from: visit, about: row.provider }));
    this.#tell(accountUnlinkedMail, row);
  }

  #end(): Date {
    return new Date(this.#deps.now().getTime() + openIdMinutes * 60_000);
  }

  /** What the provider has said. @param userId the member who links an account @throws openid.late */
  async #claimed({ state, holder }: Returned, userId?: string): Promise<ClaimedFlow> {
    const { flows, now } = this.#deps;
    const flow = await flows.find(state, holder, userId, now());
    if (!flow?.claims) throw new Problem('openid.late');
    return { ...flow, claims: flow.claims };
  }

  /** @throws openid.late */
  async #use({ state, holder }: Returned): Promise<void> {
    if (!(await this.#deps.flows.use(state, holder, this.#deps.now()))) throw new Problem('openid.late');
  }

  /** The account that is linked; null if there is none. @throws Deleted if it is being erased */
  async #accountOf(claims: Claims): Promise<Account | null> {
    const { accounts, links } = this.#deps;
    const link = await links.find(claims);
    if (!link) return null;
    const account = await accounts.byId(link.userId);
    if (!account?.email) throw new Problem('Deleted');
    return account;
  }

  /** @throws openid.late, EmailNotConfirmed, Suspended, Banned, Deleted */
  async #enterAs(claims: Claims, returned: Returned, visit: Visit): Promise<Account | null> {
    const { logins, links, now } = this.#deps;
    const account = await this.#accountOf(claims);
    if (!account) return null;
    const admitted = await logins.admit(account, visit);
    await this.#use(returned);
    await links.noteUse(claims, now());
    return admitted;
  }

  /** @throws openid.known, join.address, EmailNotConfirmed if the same person's sign-up waits for its link */
  async #checkNew(claims: Claims): Promise<void> {
    const { accounts, bans, isAddressBlocked, now } = this.#deps;
    const { verifiedEmail: email } = claims;
    if (email === null) {
      const waiting = await accounts.waitingFrom(claims, new Date(now().getTime() - linkMs.confirm));
      const problem = waiting && stateProblem(waiting);
      if (problem) throw problem;
      return;
    }
    if (await accounts.byEmail(email)) throw new Problem('openid.known');
    if ((await bans.hasEmail(emailKey(email))) || (await isAddressBlocked(email))) throw new Problem('join.address');
  }

  #shown = ({ _id: id, provider, name, linkedAt, usedAt, issuer }: LinkedRow): LinkedAccount => ({
    id,
    provider,
    name,
    linkedAt: linkedAt.toISOString(),
    lastUsedAt: usedAt?.toISOString() ?? null,
    isUsable: this.#deps.client.isUsable({ issuer }),
  });

  /** Mails the member after the response. */
  #tell(kind: typeof accountLinkedMail, { userId, provider }: LinkedRow): void {
    const { accounts, jobs, mailer } = this.#deps;
    jobs.soon('linked account mail', async () => {
      const account = await accounts.byId(userId);
      if (account?.email) await mailer.send(kind, { ...account, provider });
    });
  }
}
