import { Hono } from 'hono';
import { accountHelpModule } from './modules/account-help.module.ts';
import { accountsModule } from './modules/accounts.module.ts';
import { alertsModule } from './modules/alerts.module.ts';
import { backupsModule } from './modules/backups.module.ts';
import { bikesModule } from './modules/bikes.module.ts';
import { blocksModule } from './modules/blocks.module.ts';
import { buildsModule } from './modules/builds.ts';
import { challengeModule } from './modules/challenge.module.ts';
import { commentsModule } from './modules/comments.module.ts';
import { contactModule } from './modules/contact.module.ts';
import { conversationsModule } from './modules/conversations.module.ts';
import { demoModule } from './modules/demo.module.ts';
import { digestModule } from './modules/digest.module.ts';
import { exportModule } from './modules/export.module.ts';
import { favoritesModule } from './modules/favorites.module.ts';
import { feedModule } from './modules/feed.module.ts';
import { figuresModule } from './modules/figures.module.ts';
import { flagsModule } from './modules/flags.module.ts';
import { followsModule } from './modules/follows.module.ts';
import { type InfrastructureDeps, infrastructureModule } from './modules/infrastructure.ts';
import { joiningModule } from './modules/joining.module.ts';
import { likesModule } from './modules/likes.module.ts';
import { mailsModule } from './modules/mails.module.ts';
import { makersModule } from './modules/makers.module.ts';
import { moderationModule } from './modules/moderation.module.ts';
import { Modules } from './modules/module.ts';
import { overviewModule } from './modules/overview.module.ts';
import { peopleModule } from './modules/people.module.ts';
import { photosModule } from './modules/photos.module.ts';
import { placesModule } from './modules/places.module.ts';
import { preferencesModule } from './modules/preferences.module.ts';
import { profileModule } from './modules/profile.module.ts';
import { pushModule } from './modules/push.module.ts';
import { searchModule } from './modules/search.module.ts';
import { securityRecordModule } from './modules/security-record.module.ts';
import { sharingModule } from './modules/sharing.module.ts';
import { siteModule } from './modules/site.module.ts';
import { telemetryModule } from './modules/telemetry.ts';
import { trustModule } from './modules/trust.module.ts';
import { updatesModule } from './modules/updates.module.ts';
import { viewerStateModule } from './modules/viewer-state.module.ts';
import { viewsModule } from './modules/views.module.ts';
import { webhooksModule } from './modules/webhooks.module.ts';
import { winnersModule } from './modules/winners.module.ts';
import type { PublicTransport } from './platform/addresses/public-transport.ts';
import { compressed } from './platform/http/compressed.ts';
import type { Visitor } from './platform/http/kit.ts';
import { sameOrigin } from './platform/http/origin.ts';
import { eitherTokenOrSession } from './platform/http/programs.ts';
import { readOnly } from './platform/http/read-only.ts';
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
  /** Another way to push services, for tests only. */
  pushTransport?: PublicTransport | undefined;
}

/** Builds the site from its modules. */
export async function createApp({ page, passwords = new Passwords(), pushTransport, ...deps }: Deps) {
  const modules = new Modules();
  const infrastructure = modules.add(await infrastructureModule({ ...deps, modules }));
  const { metricsHere, metricsApart, endTelemetry } = await telemetryModule(infrastructure, { modules });
  const builds = modules.add(buildsModule(infrastructure, { page, isShared: !deps.ownDatabase }));
  const challenge = modules.add(challengeModule(infrastructure));
  const joining = modules.add(joiningModule(infrastructure));
  const accounts = modules.add(accountsModule(infrastructure, { passwords, challenge, joining, modules }));
  modules.add(securityRecordModule(infrastructure));
  const trust = modules.add(trustModule(infrastructure, { accounts }));
  modules.add(contactModule(infrastructure));
  modules.add(mailsModule(infrastructure));
  modules.add(siteModule(infrastructure, { page }));
  const preferences = modules.add(preferencesModule(infrastructure));
  const photos = modules.add(photosModule(infrastructure, { accounts }));
  const profile = modules.add(profileModule(infrastructure, { accounts, photos }));
  const bikes = modules.add(bikesModule(infrastructure, { accounts, photos }));
  const updates = modules.add(updatesModule(infrastructure, { accounts, bikes, photos }));
  modules.add(viewsModule(infrastructure, { bikes }));
  const comments = modules.add(commentsModule(infrastructure, { accounts, trust, bikes, updates }));
  const likes = modules.add(likesModule(infrastructure, { accounts, bikes }));
  const conversations = modules.add(
    conversationsModule(infrastructure, { accounts, trust, preferences, bikes, comments }),
  );
  const blocks = modules.add(blocksModule(infrastructure, { accounts, bikes, updates, likes, conversations }));
  const favorites = modules.add(favoritesModule(infrastructure, { accounts, bikes, blocks, trust }));
  const search = modules.add(searchModule(infrastructure, { accounts, bikes, comments }));
  modules.add(placesModule({ search }));
  const follows = modules.add(followsModule(infrastructure, { accounts, bikes, blocks, preferences, search }));
  const flags = modules.add(
    flagsModule(infrastructure, { accounts, trust, bikes, comments, conversations, favorites }),
  );
  const moderation = modules.add(
    moderationModule(infrastructure, { accounts, bikes, updates, comments, conversations, favorites, flags }),
  );
  const webhooks = modules.add(webhooksModule(infrastructure, { accounts, bikes, comments }));
  const backups = modules.add(backupsModule(infrastructure));
  modules.add(
    overviewModule(infrastructure, { accounts, photos, bikes, comments, webhooks, backups, builds, modules }),
  );
  modules.add(viewerStateModule(infrastructure, { updates, likes, favorites, flags }));
  const alerts = modules.add(alertsModule(infrastructure, { bikes, conversations, preferences, modules }));
  modules.add(pushModule(infrastructure, { accounts, trust, preferences, alerts, transport: pushTransport }));
  const winners = modules.add(winnersModule(infrastructure, { accounts, likes, favorites, comments, blocks }));
  const feed = modules.add(feedModule(infrastructure, { accounts, bikes, blocks, follows, likes, search, winners }));
  modules.add(
    digestModule(infrastructure, { accounts, bikes, blocks, comments, favorites, feed, likes, preferences, winners }),
  );
  const makers = modules.add(makersModule(infrastructure, { bikes, moderation }));
  const sharing = modules.add(sharingModule(infrastructure, { photos, bikes, makers, search, modules }));
  modules.add(peopleModule(infrastructure, { accounts, profile, favorites, follows, bikes, likes, sharing }));
  modules.add(figuresModule({ accounts, bikes, likes, winners }));
  const exports = modules.add(exportModule(infrastructure, { modules }));
  const accountHelp = modules.add(accountHelpModule(infrastructure, { accounts, moderation, exports }));
  const demo = modules.add(
    demoModule(infrastructure, { accounts, photos, bikes, conversations, winners, search, sharing, profile }),
  );

  for (const { stores = [] } of modules.all) for (const store of stores) await store.createIndexes?.();
  for (const module of modules.all) await module.catchUp?.();

  const { guards } = accounts;
  const { site } = infrastructure;
  const { secure, publicOrigin } = deps.config;
  const origins = [eitherTokenOrSession(secure), sameOrigin(publicOrigin)] as const;
  const api = new Hono<Visitor>().use(compressed, wholeUploads, ...origins, readOnly(site));
  const outside = new Hono<Visitor>();
  // The latest first: its paths may be more specific, as `/bikes/search` is than `/bikes/:bikeId`.
  for (const module of modules.all.toReversed()) {
    module.mount?.(api, guards);
    module.mountOutside?.(outside, guards);
  }
  const pages = await strangersPages(api, { ...infrastructure, page });
  const { config, signingKeys, db, log } = infrastructure;
  const ready = async () => !signingKeys.isOutdated && (await isReady({ db, dataDir: config.dataDir, log }));
  const app = siteRoutes({ ...infrastructure, api, outside, page, builds: builds.store, pages, ready, metricsHere });

  for (const { schedule = [] } of modules.all) {
    for (const { every, name, run, whileReadOnly = false } of schedule) {
      infrastructure.jobs.every(every, name, async (stopping) => {
        if (whileReadOnly || !site.current.maintenance) await run(stopping);
      });
    }
  }
  return {
    app,
    metricsApart,
    accounts,
    bikes,
    flags,
    moderation,
    accountHelp,
    exports,
    winners,
    search,
    demo,
    comments,
    /** The settings of the site itself. */
    site,
    /** For commands that restore from a backup. */
    storage: infrastructure.storage,
    emit: infrastructure.emit,
    placements: modules.placements,
    cacheDependencies: modules.cacheDependencies,
    backups,
    async close(): Promise<void> {
      await Promise.all(modules.all.map((module) => module.close?.()));
      await endTelemetry();
    },
  };
}

export type App = Awaited<ReturnType<typeof createApp>>;
