import { Hono } from 'hono';
import { DemoStore } from './demo/demo.store.ts';
import { removeDemo, type SeedNeeds, seedDemo } from './demo/seed.ts';
import { welcome } from './demo/welcome.ts';
import { ErasureService } from './features/accounts/accounts.erasure.ts';
import { exportRoutes } from './features/export/export.routes.ts';
import { ExportService } from './features/export/export.service.ts';
import { PreferenceStore } from './features/preferences/preferences.store.ts';
import { serviceRoutes } from './features/services/services.routes.ts';
import { prepareFirstScreen } from './first-screen.ts';
import { hour, type InfrastructureDeps, openInfrastructure } from './modules/infrastructure.ts';
import { isGone, memberStores, membersModule } from './modules/members.ts';
import { messageStores, messagesModule } from './modules/messages.ts';
import { peopleModule } from './modules/people.ts';
import { preferencesModule } from './modules/preferences.ts';
import { profileModule } from './modules/profile.ts';
import { showcaseModule } from './modules/showcase.ts';
import { compressed } from './platform/http/compressed.ts';
import type { Visitor } from './platform/http/kit.ts';
import { sameOrigin } from './platform/http/origin.ts';
import { wholeUploads } from './platform/http/whole-uploads.ts';
import { Passwords } from './platform/passwords.ts';
import { isReady } from './platform/readiness.ts';
import { siteRoutes } from './site.routes.ts';
import { strangersPages } from './ssr/pages.ts';

interface Deps extends InfrastructureDeps {
  /** The folder of the built page. */
  page: string;
  /** Cheaper hashing, for tests only. */
  passwords?: Passwords;
}

/** Builds the site from its modules. */
export async function createApp({ page, passwords = new Passwords(), ...deps }: Deps) {
  const { config, db, jobs, now, log } = deps;
  const infrastructure = await openInfrastructure(deps);
  const { notes, receipts, limits } = infrastructure;
  const stores = memberStores(db);
  const letters = messageStores(db);
  const chosen = new PreferenceStore(db);
  const showcase = showcaseModule(infrastructure, {
    people: stores.people,
    isGone: isGone(stores),
    blocks: letters.blocks,
    messages: letters.judged,
    unreadOf: (memberId) => letters.conversations.unread(memberId),
    preferences: chosen,
  });
  const { removeComments, photos, judged, settleFlags } = showcase;
  const preferences = preferencesModule({ preferences: chosen, tell: showcase.tell });
  const correspondence = messagesModule(infrastructure, {
    stores: letters,
    people: stores.people,
    preferences: chosen,
    showcase,
  });
  const demoRows = new DemoStore(db, notes);
  const { greet } = correspondence;
  const members = membersModule(infrastructure, {
    stores,
    passwords,
    copies: [...showcase.copies, ...correspondence.copies],
    removeComments,
    judged: { ...judged, messages: correspondence.judged },
    settleFlags,
    arrived: (member) => jobs.soon('welcome', () => welcome(member, { store: demoRows, people: stores.people, greet })),
  });
  const profile = profileModule(infrastructure, {
    stores,
    cuts: photos.cuts,
    draw: photos.draw,
    follow: members.follow,
  });
  const people = peopleModule(infrastructure, { people: stores.people, showcase, profile });
  for (const { indexed } of [infrastructure, members, showcase, correspondence, profile, { indexed: [demoRows] }]) {
    for (const store of indexed) await store.createIndexes();
  }
  await infrastructure.release();
  await showcase.catchUp();

  const { guards } = members;
  const api = new Hono<Visitor>().use(compressed, wholeUploads, sameOrigin(config.publicOrigin));
  members.mount(api, guards);
  showcase.mount(api, guards);
  correspondence.mount(api, guards);
  people.mount(api, guards);
  profile.mount(api, guards);
  preferences.mount(api, guards);
  const kinds = { ...showcase.exported, ...correspondence.exported, preferences: preferences.exported };
  const exports = new ExportService({ always: [members.exported, profile.exported], kinds, now, log });
  api.route('/', exportRoutes({ exports, now }, guards));
  const environment = config.production ? 'production' : 'development';
  const { errors, ...services } = config.services;
  api.route('/', serviceRoutes({ ...services, errors: errors && { ...errors, environment } }, guards));
  const ready = () => isReady({ db, dataDir: config.dataDir, log });
  const pages = await strangersPages(api, { config, page, kept: infrastructure.answers, limits, log });
  const sharing = showcase.sharing.routes(showcase.service, showcase.search.service, guards);
  const app = siteRoutes({
    config,
    api,
    photos: photos.service,
    pictures: profile.pictures,
    sharing,
    page,
    pages,
    ready,
    kept: infrastructure.answers,
    log,
    viewerOf: members.viewerOf,
  });

  members.begin();
  showcase.begin();
  correspondence.begin();
  profile.begin();
  const erasures = new ErasureService({
    departures: stores.departures,
    accounts: stores.accounts,
    links: stores.links,
    now,
    belongings: [
      ...showcase.erasures,
      ...correspondence.erasures,
      preferences.erasure,
      ...profile.erasures,
      { erase: ({ id }) => receipts.eraseOf(id) },
      members.erasure,
    ],
  });
  jobs.every(hour, 'deleted accounts', (stopping) => erasures.sweep(stopping));
  jobs.every(hour, 'unconfirmed accounts', (stopping) => erasures.sweepUnconfirmed(stopping));
  jobs.every(hour, 'unfinished files', () => infrastructure.tidy(hour * 1000));

  const demoDeps: SeedNeeds = {
    store: demoRows,
    accounts: stores.accounts,
    notes,
    count: (id) => showcase.numbers.settle(id),
    decideWinners: () => showcase.winners.decideDue(),
    forgetPhotos: (ids) => photos.service.forget(ids),
    forgetCard: showcase.sharing.forgetCard,
    forgetPictures: (ids) => profile.pictures.forget(ids),
  };
  return {
    app,
    moderation: { service: members.moderation, members: stores.moderated, queue: showcase.flagQueue },
    winners: { service: showcase.winners, bikeOf: (id: string) => showcase.bikes.find(id) },
    search: showcase.search,
    demo: {
      async seed(start: Date) {
        const bikes = await seedDemo(demoDeps, start);
        // Until this is done, search finds only whole words.
        jobs.soon('words of sample bikes', showcase.search.listOpen);
        return bikes;
      },
      remove: () => removeDemo(demoDeps),
      /** Draws the pictures of the first screen in advance; failures are drawn on request. */
      prepare: () =>
        prepareFirstScreen({ bikes: showcase.service, winners: showcase.winners, photos: photos.service })
          .then(async () => {
            for (const id of await demoRows.ids('pictures')) await profile.pictures.prepare(id);
          })
          .catch((error: unknown) => log.debug({ err: error }, 'first screen not prepared')),
    },
    async close(): Promise<void> {
      await Promise.all([photos.close(), infrastructure.mailer.close()]);
    },
  };
}

export type App = Awaited<ReturnType<typeof createApp>>;
