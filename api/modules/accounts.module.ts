import type { Context } from 'hono';
import { AddresseeStore } from '#api/features/accounts/accounts.addressees.store.ts';
import { ApplicantStore } from '#api/features/accounts/accounts.applicants.store.ts';
import { ApplicationService } from '#api/features/accounts/accounts.applications.ts';
import { AuthorUpdater } from '#api/features/accounts/accounts.author-updater.ts';
import { RememberedBans } from '#api/features/accounts/accounts.bans.store.ts';
import { CodeStore } from '#api/features/accounts/accounts.codes.store.ts';
import { ConfirmationService } from '#api/features/accounts/accounts.confirmation.ts';
import { ConfirmationMails } from '#api/features/accounts/accounts.confirmation-mails.ts';
import { departureRoutes } from '#api/features/accounts/accounts.departure.routes.ts';
import { DepartureStore } from '#api/features/accounts/accounts.departure.store.ts';
import { DepartureService } from '#api/features/accounts/accounts.departure.ts';
import { EmailChangeService } from '#api/features/accounts/accounts.email-change.ts';
import { EmailStore } from '#api/features/accounts/accounts.emails.store.ts';
import { ErasureService } from '#api/features/accounts/accounts.erasure.ts';
import { accountExporter } from '#api/features/accounts/accounts.export.ts';
import { FormerNameStore } from '#api/features/accounts/accounts.former-names.store.ts';
import { Guesses } from '#api/features/accounts/accounts.guesses.ts';
import { LinkStore } from '#api/features/accounts/accounts.links.store.ts';
import { LoginService } from '#api/features/accounts/accounts.login.ts';
import { ModeratedStore } from '#api/features/accounts/accounts.moderated.store.ts';
import { NameChangeService } from '#api/features/accounts/accounts.name-change.ts';
import { NameRules } from '#api/features/accounts/accounts.names.ts';
import { NewDevices } from '#api/features/accounts/accounts.new-devices.ts';
import { OpenIdClient } from '#api/features/accounts/accounts.openid.client.ts';
import { linkedAccountExporter } from '#api/features/accounts/accounts.openid.export.ts';
import { OpenIdFlowStore } from '#api/features/accounts/accounts.openid.flows.store.ts';
import { OpenIdLinkStore } from '#api/features/accounts/accounts.openid.links.store.ts';
import { openIdRoutes } from '#api/features/accounts/accounts.openid.routes.ts';
import { OpenIdService } from '#api/features/accounts/accounts.openid.ts';
import { ownAccountRoutes } from '#api/features/accounts/accounts.own.routes.ts';
import { OwnAccountService } from '#api/features/accounts/accounts.own.ts';
import { PasskeyChallenges } from '#api/features/accounts/accounts.passkeys.challenges.store.ts';
import { passkeyExporter } from '#api/features/accounts/accounts.passkeys.export.ts';
import { passkeyRoutes } from '#api/features/accounts/accounts.passkeys.routes.ts';
import { PasskeyStore } from '#api/features/accounts/accounts.passkeys.store.ts';
import { PasskeyService } from '#api/features/accounts/accounts.passkeys.ts';
import { WebAuthn } from '#api/features/accounts/accounts.passkeys.webauthn.ts';
import { PasswordService } from '#api/features/accounts/accounts.password.ts';
import { PeopleStore } from '#api/features/accounts/accounts.people.store.ts';
import { proofRoutes } from '#api/features/accounts/accounts.proof.routes.ts';
import { ProofService } from '#api/features/accounts/accounts.proof.ts';
import { ResetService } from '#api/features/accounts/accounts.reset.ts';
import { accountRoutes } from '#api/features/accounts/accounts.routes.ts';
import { AccountService } from '#api/features/accounts/accounts.service.ts';
import { sessionRoutes } from '#api/features/accounts/accounts.sessions.routes.ts';
import { SignIns } from '#api/features/accounts/accounts.sign-in.routes.ts';
import { AccountStore } from '#api/features/accounts/accounts.store.ts';
import { tokenRoutes } from '#api/features/accounts/accounts.tokens.routes.ts';
import { TokenStore } from '#api/features/accounts/accounts.tokens.store.ts';
import { TokenService, tokenExporter } from '#api/features/accounts/accounts.tokens.ts';
import { VoterStore } from '#api/features/accounts/accounts.voters.store.ts';
import { createGuards } from '#api/platform/http/guards.ts';
import { programOf } from '#api/platform/http/programs.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import { SessionCookies } from '#api/platform/sessions/cookies.ts';
import { Devices } from '#api/platform/sessions/devices.ts';
import { Sessions } from '#api/platform/sessions/sessions.ts';
import { SignedIn } from '#api/platform/sessions/signed-in.ts';
import { userPage } from '#contract/user-page.ts';
import type { ChallengeModule } from './challenge.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { JoiningModule } from './joining.module.ts';
import { hour, type Module, type Modules, minute } from './module.ts';

/** Members whose bikes are hidden. */
const goneStatuses: readonly string[] = ['Banned', 'Deleted'];

interface Deps {
  passwords: Passwords;
  challenge: ChallengeModule;
  joining: JoiningModule;
  /** Contribute the erasers and the denormalized authors of all features. */
  modules: Modules;
}

/** Accounts: sign-up, log-in, sessions, departure and erasure. */
export function accountsModule(
  infrastructure: Infrastructure,
  { passwords, challenge, joining: { service: joining }, modules }: Deps,
) {
  const {
    db,
    config,
    signingKeys: keys,
    limits,
    mailer,
    idempotency,
    responseCache,
    emit,
    jobs,
    site,
    log,
    now,
  } = infrastructure;
  const accounts = new AccountStore(db);
  const links = new LinkStore(db);
  const bans = new RememberedBans(db);
  const codes = new CodeStore(db);
  const passkeyStore = new PasskeyStore(db);
  const challenges = new PasskeyChallenges({ db, keys, now });
  const linkedAccounts = new OpenIdLinkStore(db);
  const flows = new OpenIdFlowStore(db);
  const { publicOrigin } = config;
  const openIdClient = new OpenIdClient({ providers: config.openIdProviders, publicOrigin, log, now });
  const departures = new DepartureStore(db);
  const moderated = new ModeratedStore(db);
  const people = new PeopleStore(db);
  const formerNames = new FormerNameStore(db);
  const emails = new EmailStore(db);
  const applicants = new ApplicantStore(db);
  const isAddressBlocked = (email: string) => joining.isAddressBlocked(email);
  const mails = new ConfirmationMails({ accounts, links, bans, mailer, limits, jobs, isAddressBlocked, now });
  const nameRules = new NameRules({ bans, joining, siteName: () => site.look.name });
  const service = new AccountService({ accounts, passwords, mails, joining, nameRules, now });
  const applications = new ApplicationService({
    applicants,
    accounts,
    links,
    admit: (write) => joining.admit(write),
    mailer,
    emit,
    jobs,
    now,
  });
  const sessions = new Sessions({ db, keys, now, findUser: service.sessionUser });
  const cookies = new SessionCookies(config.secure);
  const tokenStore = new TokenStore(db);
  const tokens = new TokenService({ tokens: tokenStore, findUser: service.sessionUser, emit, now });
  const findProgram = (token: string) => tokens.find(token);
  const signIns = new SignIns({
    sessions,
    cookies,
    devices: new Devices({ keys, now }),
    newDevices: new NewDevices({ mailer, limits, jobs, now }),
    emit,
    followLanguage: (id) => service.followLanguage(id),
    now,
  });
  const guesses = new Guesses(limits);
  const logins = new LoginService({
    accounts,
    passwords,
    guesses,
    mailer,
    limits,
    emit,
    jobs,
    now,
    askReset: (email) => resets.ask(email),
  });
  const confirmations = new ConfirmationService({
    accounts,
    links,
    linkedAccounts,
    passwords,
    guesses,
    emit,
    joining,
    now,
  });
  const resets = new ResetService({
    accounts,
    links,
    passkeys: passkeyStore,
    linkedAccounts,
    passwords,
    guesses,
    mailer,
    limits,
    emit,
    jobs,
    now,
  });
  const passwordChanges = new PasswordService({
    accounts,
    passwords,
    passkeys: passkeyStore,
    linkedAccounts,
    guesses,
    sessions,
    mailer,
    emit,
    jobs,
  });
  const passkeys = new PasskeyService({
    accounts,
    passkeys: passkeyStore,
    isLinked: async (id) => (await linkedAccounts.of(id)).some((one) => openIdClient.isUsable(one)),
    challenges,
    webAuthn: new WebAuthn({ origin: config.publicOrigin, site }),
    mailer,
    limits,
    emit,
    jobs,
    now,
  });
  const proofs = new ProofService({ accounts, codes, passkeys, passwords: passwordChanges, sessions, mailer, now });
  const authors = new AuthorUpdater({ people, denormalizedAuthors: modules.denormalizedAuthors, now });
  const names = new NameChangeService({ accounts, names: formerNames, nameRules, authors, mailer, emit, jobs, now });
  const emailChanges = new EmailChangeService({
    accounts,
    emails,
    links,
    sessions,
    passwords,
    passwordChecks: passwordChanges,
    passkeys: passkeyStore,
    linkedAccounts,
    bans,
    isAddressBlocked,
    guesses,
    mailer,
    limits,
    emit,
    jobs,
    now,
  });
  const own = new OwnAccountService({ accounts, names, now });
  const departing = new DepartureService({ accounts, departures, logins, authors, sessions, mailer, emit, jobs, now });
  const openId = new OpenIdService({
    accounts,
    signups: service,
    confirmations,
    logins,
    departures: departing,
    bans,
    passkeys: passkeyStore,
    links: linkedAccounts,
    flows,
    client: openIdClient,
    isAddressBlocked,
    mailer,
    emit,
    jobs,
    now,
  });
  const signedInDevices = new SignedIn({ db, now });
  const { contentErasers, erasers } = modules;
  const erasure = new ErasureService({ departures, accounts, links, bans, contentErasers, erasers, jobs, now });
  return {
    store: accounts,
    people,
    sitemaps: { members: { itemsAfter: (place, limit) => people.joinedAfter(place, limit), pageOf: userPage } },
    moderated,
    applications,
    addressees: new AddresseeStore(db),
    voters: new VoterStore(db),
    authors,
    /** The stores and services that the help with accounts needs. */
    help: { links, logins, resets, departing, erasure, sessions, signedInDevices, signIns },
    /** Whether a member left or was banned. */
    async isGone(id: string): Promise<boolean> {
      return goneStatuses.includes((await moderated.byId(id))?.status ?? 'Active');
    },
    /** The member who asks for a picture. */
    async viewerOf(c: Context) {
      const found = (await programOf(c, findProgram, 'read')) ?? (await sessions.find(cookies.access(c)));
      return found?.user ?? null;
    },
    isSessionAlive: (id: string) => sessions.isAlive(id),
    guards: createGuards({
      sessions,
      cookies,
      findProgram,
      idempotency,
      limits,
      responseCache,
      challenges: challenge.service,
      proofWaysOf: proofs.waysOf,
    }),
    stores: [
      accounts,
      links,
      bans,
      codes,
      passkeyStore,
      challenges,
      linkedAccounts,
      flows,
      departures,
      moderated,
      people,
      formerNames,
      emails,
      sessions,
      tokenStore,
    ],
    privateCollections: [
      'sessions',
      'tokens',
      'proof_codes',
      'personalTokens',
      'bans',
      'passkeys',
      'passkeyChallenges',
      'openIdLinks',
      'openIdFlows',
    ],
    gauges: [
      { name: 'members', help: 'Active members.', read: () => people.count() },
      { name: 'sessions', help: 'Sessions that have not expired.', read: () => sessions.count() },
      {
        name: 'members_to_erase',
        help: 'Deleted accounts that are due to be erased.',
        read: () => departures.waiting(now()),
      },
    ],
    erasers: [
      { erase: ({ id }) => sessions.forgetAll(id) },
      { erase: ({ id }) => codes.eraseOf(id) },
      { erase: ({ id }) => tokens.revokeAll(id) },
      { erase: ({ id }) => passkeyStore.eraseOf(id) },
      { erase: ({ id }) => linkedAccounts.eraseOf(id) },
    ],
    uncountedExporters: [
      accountExporter(accounts),
      tokenExporter(tokenStore),
      passkeyExporter(passkeyStore),
      linkedAccountExporter(linkedAccounts),
    ],
    mount(api, guards) {
      const session = { sessions, cookies, signIns };
      api
        .route('/', accountRoutes({ accounts: service, logins, confirmations, resets, mails, ...session }, guards))
        .route('/', sessionRoutes({ passwords: passwordChanges, signedInDevices, tokens, emit, ...session }, guards))
        .route('/', ownAccountRoutes({ own, names, emails: emailChanges, signIns }, guards))
        .route('/', proofRoutes({ proofs, signIns }, guards))
        .route('/', tokenRoutes(tokens, guards))
        .route('/', passkeyRoutes({ passkeys, logins, departures: departing, cookies, signIns }, guards))
        .route('/', openIdRoutes({ openId, cookies, signIns }, guards))
        .route('/', departureRoutes({ departures: departing, logins, cookies, signIns }, guards));
    },
    queues: [
      { name: 'erasures', length: () => departures.waiting(now()) },
      { name: 'copies of members', length: () => people.changedCount(now()) },
      { name: 'applicants', length: () => applicants.count() },
    ],
    schedule: [
      { name: 'confirmation links', every: minute, run: () => mails.sweep() },
      { name: 'copies of members', every: minute, run: (stopping) => authors.sweep(stopping) },
      { name: 'deleted accounts', every: hour, run: (stopping) => erasure.sweep(stopping) },
      { name: 'former names', every: hour, run: (stopping) => formerNames.sweep(now(), stopping) },
      { name: 'former addresses', every: hour, run: () => emails.sweep(now()) },
      { name: 'unconfirmed accounts', every: hour, run: (stopping) => erasure.sweepUnconfirmed(stopping) },
      { name: 'old applications', every: hour, run: (stopping) => applications.sweep(stopping) },
    ],
  } satisfies Module & Record<string, unknown>;
}
export type AccountsModule = ReturnType<typeof accountsModule>;
