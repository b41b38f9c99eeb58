import { join } from 'node:path';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Db } from 'mongodb';
import { brandOf, brands, matchBrand } from './catalog/catalog.ts';
import { DemoStore } from './demo/demo.store.ts';
import { removeDemo, type SeedNeeds, seedDemo } from './demo/seed.ts';
import { Arrivals } from './features/accounts/accounts.arrival.routes.ts';
import { ConfirmationService } from './features/accounts/accounts.confirmation.ts';
import { ConfirmationMails } from './features/accounts/accounts.confirmation-mails.ts';
import { CopyService } from './features/accounts/accounts.copies.ts';
import { departureRoutes } from './features/accounts/accounts.departure.routes.ts';
import { DepartureStore } from './features/accounts/accounts.departure.store.ts';
import { DepartureService } from './features/accounts/accounts.departure.ts';
import { ErasureService } from './features/accounts/accounts.erasure.ts';
import { AccountExport } from './features/accounts/accounts.export.ts';
import { Guesses } from './features/accounts/accounts.guesses.ts';
import { LinkStore } from './features/accounts/accounts.links.store.ts';
import { LoginService } from './features/accounts/accounts.login.ts';
import { ModeratedStore } from './features/accounts/accounts.moderated.store.ts';
import { PasswordService } from './features/accounts/accounts.password.ts';
import { PeopleStore } from './features/accounts/accounts.people.store.ts';
import { ResetService } from './features/accounts/accounts.reset.ts';
import { accountRoutes } from './features/accounts/accounts.routes.ts';
import { AccountService } from './features/accounts/accounts.service.ts';
import { sessionRoutes } from './features/accounts/accounts.sessions.routes.ts';
import { AccountStore } from './features/accounts/accounts.store.ts';
import { VoterStore } from './features/accounts/accounts.voters.store.ts';
import { alertRoutes } from './features/alerts/alerts.routes.ts';
import { AlertService } from './features/alerts/alerts.service.ts';
import { AlertStore } from './features/alerts/alerts.store.ts';
import { BikeCountStore, type CountKind } from './features/bikes/bikes.counts.store.ts';
import { BikeErasure } from './features/bikes/bikes.erasure.ts';
import { BikeExport } from './features/bikes/bikes.export.ts';
import { BikeNumbers } from './features/bikes/bikes.numbers.ts';
import { BikePeople } from './features/bikes/bikes.people.store.ts';
import { bikeRoutes } from './features/bikes/bikes.routes.ts';
import { BikeService } from './features/bikes/bikes.service.ts';
import { BikeStandingStore } from './features/bikes/bikes.standing.store.ts';
import { BikeStandings } from './features/bikes/bikes.standing.ts';
import { BikeStore } from './features/bikes/bikes.store.ts';
import { BikeWinStore } from './features/bikes/bikes.won.store.ts';
import { PersonChecks } from './features/challenge/challenge.person.ts';
import { challengeRoutes } from './features/challenge/challenge.routes.ts';
import { ChallengeService } from './features/challenge/challenge.service.ts';
import { ChallengeStore } from './features/challenge/challenge.store.ts';
import { WorkChallenges } from './features/challenge/challenge.work.ts';
import { CommentAlerts } from './features/comments/comments.alerts.ts';
import { CommentCounts } from './features/comments/comments.counts.store.ts';
import { CommentErasure } from './features/comments/comments.erasure.ts';
import { CommentExport } from './features/comments/comments.export.ts';
import { CommentPeople } from './features/comments/comments.people.store.ts';
import { commentRoutes } from './features/comments/comments.routes.ts';
import { CommentService } from './features/comments/comments.service.ts';
import { CommentStore } from './features/comments/comments.store.ts';
import { CommentTalkers } from './features/comments/comments.talkers.store.ts';
import { contactRoutes } from './features/contact/contact.routes.ts';
import { ContactService } from './features/contact/contact.service.ts';
import { exportRoutes } from './features/export/export.routes.ts';
import { ExportService } from './features/export/export.service.ts';
import { LikeAlerts } from './features/likes/likes.alerts.ts';
import { LikeCounts } from './features/likes/likes.counts.store.ts';
import { LikeErasure } from './features/likes/likes.erasure.ts';
import { LikeExport } from './features/likes/likes.export.ts';
import { likeRoutes } from './features/likes/likes.routes.ts';
import { LikeService } from './features/likes/likes.service.ts';
import { LikeStore } from './features/likes/likes.store.ts';
import { LikeVotes } from './features/likes/likes.votes.store.ts';
import { markRoutes } from './features/marks/marks.routes.ts';
import { MarkService } from './features/marks/marks.service.ts';
import { moderationRoutes } from './features/moderation/moderation.routes.ts';
import { ModerationService } from './features/moderation/moderation.service.ts';
import { ActStore } from './features/moderation/moderation.store.ts';
import { PhotoErasure } from './features/photos/photos.erasure.ts';
import { PhotoExport } from './features/photos/photos.export.ts';
import { PhotoIntake } from './features/photos/photos.intake.ts';
import { PhotoMaker } from './features/photos/photos.maker.ts';
import { PhotoPatience } from './features/photos/photos.patience.ts';
import { photoRoutes } from './features/photos/photos.routes.ts';
import { PhotoService } from './features/photos/photos.service.ts';
import { PhotoStore } from './features/photos/photos.store.ts';
import { sweepPhotos } from './features/photos/photos.sweep.ts';
import { ViewCounts } from './features/views/views.counts.store.ts';
import { viewRoutes } from './features/views/views.routes.ts';
import { ViewService } from './features/views/views.service.ts';
import { ViewStore } from './features/views/views.store.ts';
import type { ElectionNeeds } from './features/winners/winners.election.ts';
import { winnerRoutes } from './features/winners/winners.routes.ts';
import { WinnerService } from './features/winners/winners.service.ts';
import { WinnerStore } from './features/winners/winners.store.ts';
import { prepareFirstScreen } from './first-screen.ts';
import { strangersPages } from './pages/pages.ts';
import type { Now } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { CountingBike } from './platform/counting.ts';
import { type Effect, Effects } from './platform/effects.ts';
import { createGuards } from './platform/http/guards.ts';
import type { Visitor } from './platform/http/kit.ts';
import { sameOrigin } from './platform/http/origin.ts';
import { wholeUploads } from './platform/http/whole-uploads.ts';
import type { Jobs } from './platform/jobs.ts';
import { KeptAnswers } from './platform/kept-answers.ts';
import { Leases } from './platform/leases.ts';
import { removeLeftovers } from './platform/leftovers.ts';
import { Limits } from './platform/limits.ts';
import type { Log } from './platform/logs.ts';
import { createMailer } from './platform/mail.ts';
import { onWrites } from './platform/mongo.ts';
import { Notes } from './platform/notes.ts';
import { Passwords } from './platform/passwords.ts';
import { ReceiptPeople } from './platform/receipts.people.ts';
import { Receipts } from './platform/receipts.ts';
import { SessionCookies } from './platform/sessions/cookies.ts';
import { Devices } from './platform/sessions/devices.ts';
import { Sessions } from './platform/sessions/sessions.ts';
import { SignedIn } from './platform/sessions/signed-in.ts';
import { openStorage } from './platform/storage/open.ts';
import { Thread } from './platform/thread.ts';
import { siteRoutes } from './site.routes.ts';
import { version } from './version.ts';

interface Needs {
  config: Config;
  db: Db;
  /** Nobody else writes to this database, so what was running when it was closed runs no more. */
  ownDatabase: boolean;
  /** The built page. */
  page: string;
  jobs: Jobs;
  now: Now;
  log: Log;
}

const brandsForForms = brands().map(({ slug, name, models }) => ({
  id: slug,
  name,
  models: models.map((model) => model.name),
}));
const minute = 60;
const hour = 3_600_000;
/** Milliseconds after which what is kept is made anew although nothing was written here. */
const keptFor = { alone: minute * 1000, among: 5_000 } as const;
/** What is in these is shown to nobody who asks like everybody else. */
const unseen = new Set([
  ...['limits', 'receipts', 'sessions', 'tokens', 'challenges', 'mails', 'notes', 'users', 'photos', 'acts', 'alerts'],
  ...['leases', 'views'],
]);

type VotedOn = { won: BikeWinStore; votes: LikeVotes; winners: WinnerStore };

/** What Bike of the Week is decided by. */
const winnerElection = (db: Db, { won, votes, winners }: VotedOn, now: Now): ElectionNeeds => {
  const [voters, talkers] = [new VoterStore(db), new CommentTalkers(db)];
  return {
    candidates: (from, to, close) => won.candidates(from, to, close),
    thatWon: (ids) => winners.thatWon(ids),
    ownersBefore: (week, weeks) => winners.ownersBefore(week, weeks),
    likes: (from, before) => votes.between(from, before),
    ownersOf: (ids) => won.ownersOf(ids),
    votersAmong: (ids) => voters.among(ids, now()),
    commentersOf: (of, from, before) => talkers.of(of, from, before),
    // Members can neither block each other nor keep favorites yet.
    blocked: async () => new Set(),
    favoritersOf: async () => new Map(),
  };
};

/** Builds the features from their needs, and the site from the features. */
export async function createApp({ config, db, ownDatabase, page, jobs, now, log }: Needs) {
  const answers = new KeptAnswers({ now, longest: ownDatabase ? keptFor.alone : keptFor.among });
  onWrites(db, (collection) => {
    if (!unseen.has(collection)) answers.forget();
  });
  const stores = {
    accounts: new AccountStore(db),
    links: new LinkStore(db),
    departures: new DepartureStore(db),
    moderated: new ModeratedStore(db),
    acts: new ActStore(db),
    people: new PeopleStore(db),
    bikes: new BikeStore(db),
    photos: new PhotoStore(db),
    likes: new LikeStore(db),
    comments: new CommentStore(db),
    views: new ViewStore(db),
    challenges: new ChallengeStore(db),
    alerts: new AlertStore(db),
    won: new BikeWinStore(db),
    votes: new LikeVotes(db),
    winners: new WinnerStore(db),
  };
  const sources = { likes: new LikeCounts(db), comments: new CommentCounts(db), views: new ViewCounts(db) };
  const notes = new Notes(db);
  const demoRows = new DemoStore(db, notes);
  const copies = { bikes: new BikePeople(db), comments: new CommentPeople(db), receipts: new ReceiptPeople(db) };
  const { accounts, links, departures, moderated, acts, people, bikes, likes, comments } = stores;
  const limits = new Limits(db);
  const receipts = new Receipts(db, now);
  const cookies = new SessionCookies(config.secure);
  const passwords = new Passwords();
  const mailer = createMailer({
    db,
    url: config.mailUrl,
    folder: join(config.dataDir, 'mails'),
    origin: config.publicOrigin,
    now,
    log,
  });
  const mails = new ConfirmationMails({ accounts, links, mailer, limits, jobs, now });
  const accountService = new AccountService({ accounts, passwords, mails, now });
  const sessions = new Sessions({ db, keys: config.keys, now, findUser: accountService.sessionUser });
  const devices = new Devices({ keys: config.keys, now });
  const { challenge, keys } = config;
  const challenger =
    challenge.kind === 'work'
      ? new WorkChallenges({ keys, tries: challenge.tries, now })
      : new PersonChecks({ account: challenge, now, log });
  const challenges = new ChallengeService({ challenges: stores.challenges, challenger });
  const guards = createGuards({ sessions, cookies, receipts, limits, answers, challenges });

  const ours = [...Object.values(stores), ...Object.values(sources), copies.comments, demoRows];
  for (const store of [...ours, limits, receipts, mailer, sessions]) await store.createIndexes();
  const storage = await openStorage(config, log);
  const uploads = join(config.dataDir, 'uploads');
  const tidy = async (age: number) => {
    await removeLeftovers(uploads, age);
    await storage.tidy(age);
  };
  if (ownDatabase) {
    await receipts.releaseAll();
    await tidy(0);
  }

  const maker = new PhotoMaker();
  const artist = new Thread(new URL('./demo/draw.worker.ts', import.meta.url));
  const photos = new PhotoService({
    photos: stores.photos,
    storage,
    draw: (drawing, width, urgent) => artist.run<Uint8Array>({ drawing, width }, { urgent }),
    isShown: (photoId) => bikes.isShowing(photoId),
  });
  const patience = new PhotoPatience(limits.limiter({ name: 'slow-photos', points: 3, seconds: 3600 }));
  const intake = new PhotoIntake({ photos: stores.photos, storage, maker, patience, uploads, now });
  const alerts = new AlertService({
    alerts: stores.alerts,
    sources: [new CommentAlerts({ comments }), new LikeAlerts({ peopleOf: (ids) => people.among(ids) })],
    bikesOf: (ids) => bikes.shownToOwners(ids),
    // Nobody can write to anybody yet.
    unreadOf: async () => ({ unreadMessageCount: 0, conversations: [] }),
    ...{ now, version },
  });
  const note = (effects: readonly Effect[]) => {
    for (const { what, ...ids } of effects) log.debug({ effect: what, ...ids }, 'effect');
  };
  const { tell } = new Effects([note, alerts.follow]);
  const numbers = new BikeNumbers({ bikes: new BikeCountStore(db), sources, notes, tell });
  const bikeService = new BikeService({
    bikes,
    photosOf: (ownerId, ids) => photos.of(ownerId, ids),
    touchPhotos: (ownerId, ids) => stores.photos.touch(ownerId, ids, now()),
    brandById: (id) => brandOf(id) ?? null,
    brandByName: (name) => matchBrand(name) ?? null,
    tell,
    now,
  });
  const counting =
    (kind: CountKind) =>
    async (bikeId: string): Promise<CountingBike | null> => {
      const bike = await numbers.find(bikeId);
      if (!bike) return null;
      const { ownerId, status, counts } = bike;
      return {
        ...{ owner: { id: ownerId }, status, total: counts[kind] },
        count: async (changed) => (await numbers.count(bike, kind, changed))[kind],
        settle: async () => (await numbers.settle(bikeId))?.[kind] ?? counts[kind],
      };
    };
  const likeService = new LikeService({ likes, bikeOf: counting('likes'), now });
  const commentService = new CommentService({
    comments,
    bikeOf: counting('comments'),
    seen: (bikeId) => bikeService.get(bikeId),
    tell,
    now,
  });
  const winners = new WinnerService({
    weeks: stores.winners,
    election: winnerElection(db, stores, now),
    leases: new Leases(db, now),
    bikes: stores.won,
    tell,
    now,
  });
  const views = new ViewService({
    ...{ views: stores.views, keys, now },
    bikeOf: async (bikeId) => {
      const bike = await numbers.find(bikeId);
      return bike && { owner: { id: bike.ownerId }, status: bike.status };
    },
  });
  const marks = new MarkService({ liked: (user, bikeId) => likeService.isLiked(user, bikeId) });
  const guesses = new Guesses(limits);
  const logins = new LoginService({ accounts, passwords, guesses, mailer, limits, jobs, now });
  const confirmations = new ConfirmationService({ accounts, links, passwords, guesses, now });

  const resets = new ResetService({ accounts, links, passwords, guesses, mailer, limits, jobs, now });
  const operator = config.operatorEmail ?? `operator@${new URL(config.publicOrigin).hostname}`;
  const contact = new ContactService({ mailer, limits, operator });
  const changes = new PasswordService({ accounts, passwords, guesses, mailer, jobs });
  const following = [new BikeStandings({ bikes: new BikeStandingStore(db), tell }), ...Object.values(copies)];
  const copyService = new CopyService({ people, copies: following, now });
  const departureService = new DepartureService({
    ...{ departures, logins, copies: copyService, sessions, mailer, jobs, now },
  });
  const moderation = new ModerationService({
    ...{ acts, members: moderated, mailer, jobs, now, log },
    signOut: (id) => sessions.forgetAll(id),
    follow: (id) => copyService.followNow(id),
    removeComments: (id, stopping) => commentService.removeAllOf(id, stopping),
  });
  const arrivals = new Arrivals({ sessions, cookies, devices });
  const exports = new ExportService({
    account: new AccountExport(accounts),
    kinds: {
      bikes: new BikeExport(bikes),
      comments: new CommentExport(comments),
      likes: new LikeExport(likes),
      photos: new PhotoExport({ photos: stores.photos, storage }),
    },
    now,
    log,
  });

  const api = new Hono<Visitor>()
    .use(compress())
    .use(wholeUploads, sameOrigin(config.publicOrigin))
    .route(
      '/',
      accountRoutes(
        { accounts: accountService, logins, confirmations, resets, mails, sessions, cookies, arrivals },
        guards,
      ),
    )
    .route(
      '/',
      sessionRoutes(
        { passwords: changes, signedInDevices: new SignedIn({ db, now }), sessions, cookies, arrivals },
        guards,
      ),
    )
    .route('/', departureRoutes({ departures: departureService, cookies, arrivals }, guards))
    .route('/', winnerRoutes(winners, guards))
    .route('/', bikeRoutes(bikeService, brandsForForms, guards))
    .route('/', photoRoutes(intake, guards))
    .route('/', likeRoutes(likeService, guards))
    .route('/', viewRoutes(views, guards))
    .route('/', commentRoutes(commentService, guards))
    .route('/', markRoutes(marks, guards))
    .route('/', alertRoutes(alerts, guards))
    .route('/', contactRoutes(contact, guards))
    .route('/', exportRoutes({ exports, now }, guards))
    .route('/', challengeRoutes(challenges))
    .route('/', moderationRoutes(moderation, guards));
  const ready = () =>
    db.command({ ping: 1 }).then(
      () => true,
      () => false,
    );
  const pages = await strangersPages(api, { config, page, kept: answers, limits, log });
  const app = siteRoutes({ config, api, photos, page, pages, ready, log });

  jobs.every(minute, 'mails', (stopping) => mailer.sweep(stopping));
  jobs.every(minute, 'confirmation links', () => mails.sweep());
  jobs.every(minute, 'numbers of bikes', (stopping) => numbers.sweep(stopping));
  jobs.every(minute, 'winners', (stopping) => winners.decideDue(stopping));
  jobs.every(minute, 'copies of members', (stopping) => copyService.sweep(stopping));
  const usedOf = (ids: string[]) => bikes.photosInUse(ids);
  jobs.every(60 * minute, 'orphaned photos', (stopping) =>
    sweepPhotos({ photos: stores.photos, storage, usedOf, now }, stopping),
  );
  const erasures = new ErasureService({
    ...{ departures, accounts, links, now },
    belongings: [
      new LikeErasure({ likes, service: likeService }),
      new CommentErasure({ comments, service: commentService }),
      new BikeErasure({
        bikes,
        tell,
        eraseTalk: async (id) => void (await Promise.all([likes.eraseOn(id), comments.eraseOn(id)])),
      }),
      new PhotoErasure({ photos: stores.photos, storage, now }),
      { erase: ({ id }) => stores.alerts.eraseOf(id) },
      { erase: ({ id }) => stores.winners.forgetOwner(id) },
      { erase: ({ id }) => receipts.eraseOf(id) },
      { erase: ({ id }) => sessions.forgetAll(id) },
    ],
  });
  jobs.every(60 * minute, 'deleted accounts', (stopping) => erasures.sweep(stopping));
  jobs.every(60 * minute, 'unconfirmed accounts', (stopping) => erasures.sweepUnconfirmed(stopping));
  jobs.every(60 * minute, 'unfinished files', () => tidy(hour));

  const demoNeeds: SeedNeeds = {
    store: demoRows,
    accounts,
    notes,
    count: (id) => numbers.settle(id),
    decideWinners: () => winners.decideDue(),
    forgetPhotos: (ids) => photos.forget(ids),
  };
  return {
    app,
    moderation: { service: moderation, members: moderated },
    winners: { service: winners, bikeOf: (id: string) => bikes.find(id) },
    demo: {
      seed: (start: Date) => seedDemo(demoNeeds, start),
      remove: () => removeDemo(demoNeeds),
      /** Draws ahead what the first visitor will see; what fails is drawn when it is asked for. */
      prepare: () =>
        prepareFirstScreen(bikeService, photos).catch((error: unknown) =>
          log.debug({ err: error }, 'first screen not prepared'),
        ),
    },
    async close(): Promise<void> {
      maker.close();
      await Promise.all([artist.close(), mailer.close()]);
    },
  };
}

export type App = Awaited<ReturnType<typeof createApp>>;
