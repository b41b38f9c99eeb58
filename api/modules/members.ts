import type { Context } from 'hono';
import type { Db } from 'mongodb';
import { Arrivals } from '#api/features/accounts/accounts.arrival.routes.ts';
import { ConfirmationService } from '#api/features/accounts/accounts.confirmation.ts';
import { ConfirmationMails } from '#api/features/accounts/accounts.confirmation-mails.ts';
import { CopyService } from '#api/features/accounts/accounts.copies.ts';
import { departureRoutes } from '#api/features/accounts/accounts.departure.routes.ts';
import { DepartureStore } from '#api/features/accounts/accounts.departure.store.ts';
import { DepartureService } from '#api/features/accounts/accounts.departure.ts';
import { AccountExport } from '#api/features/accounts/accounts.export.ts';
import { Guesses } from '#api/features/accounts/accounts.guesses.ts';
import { LinkStore } from '#api/features/accounts/accounts.links.store.ts';
import { LoginService } from '#api/features/accounts/accounts.login.ts';
import { ModeratedStore } from '#api/features/accounts/accounts.moderated.store.ts';
import { PasswordService } from '#api/features/accounts/accounts.password.ts';
import { PeopleStore } from '#api/features/accounts/accounts.people.store.ts';
import { ResetService } from '#api/features/accounts/accounts.reset.ts';
import { accountRoutes } from '#api/features/accounts/accounts.routes.ts';
import { AccountService } from '#api/features/accounts/accounts.service.ts';
import { sessionRoutes } from '#api/features/accounts/accounts.sessions.routes.ts';
import { AccountStore } from '#api/features/accounts/accounts.store.ts';
import { PersonChecks } from '#api/features/challenge/challenge.person.ts';
import { challengeRoutes } from '#api/features/challenge/challenge.routes.ts';
import { ChallengeService } from '#api/features/challenge/challenge.service.ts';
import { ChallengeStore } from '#api/features/challenge/challenge.store.ts';
import { WorkChallenges } from '#api/features/challenge/challenge.work.ts';
import { contactRoutes } from '#api/features/contact/contact.routes.ts';
import { ContactService } from '#api/features/contact/contact.service.ts';
import { moderationRoutes } from '#api/features/moderation/moderation.routes.ts';
import { ModerationService } from '#api/features/moderation/moderation.service.ts';
import { ActStore } from '#api/features/moderation/moderation.store.ts';
import type { DenormalizedAuthors } from '#api/platform/denormalized-authors.ts';
import { createGuards } from '#api/platform/http/guards.ts';
import { ReceiptPeople } from '#api/platform/idempotency.people.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import { SessionCookies } from '#api/platform/sessions/cookies.ts';
import { Devices } from '#api/platform/sessions/devices.ts';
import { Sessions } from '#api/platform/sessions/sessions.ts';
import { SignedIn } from '#api/platform/sessions/signed-in.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import type { Person } from '#contract/people.ts';
import { type Infrastructure, type Module, minute } from './infrastructure.ts';

/** Members whose bikes are hidden. */
const goneStatuses: readonly string[] = ['Banned', 'Deleted'];

/** Whether a member left or was banned. */
export const isGone =
  ({ moderated }: Pick<MemberStores, 'moderated'>) =>
  async (id: string): Promise<boolean> =>
    goneStatuses.includes((await moderated.byId(id))?.status ?? 'Active');

/** The stores of accounts and members. */
export const memberStores = (db: Db) => ({
  accounts: new AccountStore(db),
  links: new LinkStore(db),
  departures: new DepartureStore(db),
  moderated: new ModeratedStore(db),
  people: new PeopleStore(db),
});
export type MemberStores = ReturnType<typeof memberStores>;

interface Deps {
  stores: MemberStores;
  passwords: Passwords;
  /** Documents that contain copies of member names and avatars. */
  copies: readonly DenormalizedAuthors[];
  removeComments: (authorId: string, stopping: AbortSignal) => Promise<void>;
  /** Members' items, as moderators judge them. */
  judged: Pick<ConstructorParameters<typeof ModerationService>[0], 'bikes' | 'comments' | 'messages'>;
  /** Stores the decision about a flagged item. */
  settleFlags: (type: FlagTarget, id: string, state: FlagState) => Promise<void>;
  /** Called after each log-in. */
  arrived: (member: Person) => void;
}

/** Members: sign-up, log-in, moderation, departure, and the contact form. */
export function membersModule(infrastructure: Infrastructure, deps: Deps) {
  const { stores, passwords, copies, removeComments, judged, settleFlags, arrived } = deps;
  const { db, config, limits, mailer, receipts, jobs, now, log } = infrastructure;
  const { accounts, links, departures, moderated, people } = stores;
  const { challenge, keys } = config;
  const acts = new ActStore(db);
  const challengeStore = new ChallengeStore(db);
  const challenges = new ChallengeService({
    challenges: challengeStore,
    challenger:
      challenge.kind === 'work'
        ? new WorkChallenges({ keys, tries: challenge.tries, now, log })
        : new PersonChecks({ account: challenge, now, log }),
  });
  const mails = new ConfirmationMails({ accounts, links, mailer, limits, jobs, now });
  const service = new AccountService({ accounts, passwords, mails, now });
  const sessions = new Sessions({ db, keys, now, findUser: service.sessionUser });
  const cookies = new SessionCookies(config.secure);
  const arrivals = new Arrivals({ sessions, cookies, devices: new Devices({ keys, now }), arrived });
  const guesses = new Guesses(limits);
  const logins = new LoginService({ accounts, passwords, guesses, mailer, limits, jobs, now });
  const confirmations = new ConfirmationService({ accounts, links, passwords, guesses, now });
  const resets = new ResetService({ accounts, links, passwords, guesses, mailer, limits, jobs, now });
  const changes = new PasswordService({ accounts, passwords, guesses, mailer, jobs });
  const copyService = new CopyService({ people, copies: [...copies, new ReceiptPeople(db)], now });
  const departureService = new DepartureService({
    departures,
    logins,
    copies: copyService,
    sessions,
    mailer,
    jobs,
    now,
  });
  const moderation = new ModerationService({
    acts,
    members: moderated,
    mailer,
    jobs,
    now,
    log,
    removeComments,
    ...judged,
    settleFlags,
    follow: (id) => copyService.followNow(id),
  });
  const operator = config.operatorEmail ?? `operator@${new URL(config.publicOrigin).hostname}`;
  const contact = new ContactService({ mailer, limits, operator });
  return {
    moderation,
    /** Updates all copies of a member's name and avatar now; the job retries what fails. */
    follow: (id: string) => copyService.followNow(id),
    viewerOf: async (c: Context) => (await sessions.find(cookies.access(c)))?.user ?? null,
    guards: createGuards({ sessions, cookies, receipts, limits, answers: infrastructure.answers, challenges }),
    erasure: { erase: ({ id }: Pick<Person, 'id'>) => sessions.forgetAll(id) },
    exported: new AccountExport(accounts),
    indexed: [...Object.values(stores), acts, challengeStore, sessions],
    mount(api, guards) {
      const own = { sessions, cookies, arrivals };
      api
        .route('/', accountRoutes({ accounts: service, logins, confirmations, resets, mails, ...own }, guards))
        .route('/', sessionRoutes({ passwords: changes, signedInDevices: new SignedIn({ db, now }), ...own }, guards))
        .route('/', departureRoutes({ departures: departureService, cookies, arrivals }, guards))
        .route('/', contactRoutes(contact, guards))
        .route('/', challengeRoutes(challenges))
        .route('/', moderationRoutes(moderation, guards));
    },
    begin() {
      jobs.every(minute, 'mails', (stopping) => mailer.sweep(stopping));
      jobs.every(minute, 'confirmation links', () => mails.sweep());
      jobs.every(minute, 'copies of members', (stopping) => copyService.sweep(stopping));
    },
  } satisfies Module & Record<string, unknown>;
}
