import { ErrorTally } from '#api/features/overview/overview.errors.ts';
import { NumbersStore } from '#api/features/overview/overview.numbers.store.ts';
import { ProcessStore } from '#api/features/overview/overview.processes.store.ts';
import { overviewRoutes } from '#api/features/overview/overview.routes.ts';
import { heartbeatSeconds, OverviewService } from '#api/features/overview/overview.service.ts';
import { Leases } from '#api/platform/leases.ts';
import { onErrors } from '#api/platform/logs.ts';
import { TtlValue } from '#api/platform/ttl-value.ts';
import { version } from '#api/version.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BackupsModule } from './backups.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { BuildsModule } from './builds.ts';
import type { CommentsModule } from './comments.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, type Modules, minute } from './module.ts';
import type { PhotosModule } from './photos.module.ts';
import type { WebhooksModule } from './webhooks.module.ts';

/** Maximum age in milliseconds of an answer, so that many operators cost no more than one. */
const maxAgeMs = 2_000;

interface Deps {
  accounts: AccountsModule;
  photos: PhotosModule;
  bikes: BikesModule;
  comments: CommentsModule;
  webhooks: WebhooksModule;
  backups: BackupsModule;
  builds: BuildsModule;
  /** Contribute the queues of all features. */
  modules: Modules;
}

/** The operators' overview of the site. */
export function overviewModule(
  { db, config, mailer, jobs, now, log }: Infrastructure,
  { accounts, photos, bikes, comments, webhooks, backups, builds, modules }: Deps,
) {
  const processes = new ProcessStore(db);
  const numbers = new NumbersStore(db);
  const errors = new ErrorTally(now);
  onErrors(log, (error) => errors.note(error));
  const service = new OverviewService({
    processes,
    numbers,
    leases: new Leases(db, now),
    errors,
    async count() {
      const [members, published, written, uploaded] = await Promise.all([
        accounts.people.numbers(now()),
        bikes.figures.count(),
        comments.store.total(),
        photos.usage(),
      ]);
      return { members, bikes: published, comments: written, photos: uploaded };
    },
    queues: modules.queues,
    jobs: jobs.runs,
    backup: backups.state,
    mailsGivenUp: (since) => mailer.givenUpSince(since),
    failingWebhooks: () => webhooks.service.failing(),
    build: () => builds.store.id?.slice(0, 8) ?? '',
    version,
    dataDir: config.dataDir,
    now,
  });
  const answer = new TtlValue(() => service.read(), { now, maxAgeMs });
  return {
    stores: [processes, numbers],
    privateCollections: ['processes', 'overview'],
    mount(api, guards) {
      api.route(
        '/',
        overviewRoutes(() => answer.get(), guards),
      );
    },
    schedule: [
      { name: 'heartbeat', every: heartbeatSeconds, whileReadOnly: true, run: () => service.heartbeat() },
      { name: 'overview', every: minute, whileReadOnly: true, run: () => service.recount() },
    ],
    close: () => service.signOff(),
  } satisfies Module;
}
