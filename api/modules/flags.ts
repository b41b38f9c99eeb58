import { ModeratedStore } from '#api/features/accounts/accounts.moderated.store.ts';
import { VoterStore } from '#api/features/accounts/accounts.voters.store.ts';
import { CaseStore } from '#api/features/flags/flags.cases.store.ts';
import { FlagErasure } from '#api/features/flags/flags.erasure.ts';
import { FlagExport } from '#api/features/flags/flags.export.ts';
import { FlagQueue } from '#api/features/flags/flags.queue.ts';
import { flagRoutes } from '#api/features/flags/flags.routes.ts';
import { type FlaggableKind, FlagService } from '#api/features/flags/flags.service.ts';
import { FlagStore } from '#api/features/flags/flags.store.ts';
import { ActStore } from '#api/features/moderation/moderation.store.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import { hour, type Infrastructure, type Module } from './infrastructure.ts';

const day = 86_400_000;

interface Needs {
  /** What can be flagged, each kind as its feature knows it. */
  kinds: Record<FlagTarget, FlaggableKind>;
  /** What moderators look at: bikes whatever their status, and what stands on them. */
  shown: Pick<ConstructorParameters<typeof FlagQueue>[0], 'bikesOf' | 'partsOf' | 'peopleOf'>;
  /** Whether a member has a bike or a comment here. */
  hasPosted(memberId: string): Promise<boolean>;
}

/** What members flag. */
export function flagsModule({ db, config, jobs, now }: Infrastructure, { kinds, shown, hasPosted }: Needs) {
  const [flags, cases, voters] = [new FlagStore(db), new CaseStore(db), new VoterStore(db)];
  const memberOf = async (id: string) => {
    const at = now();
    const [here, posted] = await Promise.all([voters.among([id], at), hasPosted(id)]);
    return { days: (at.getTime() - (here.get(id) ?? at).getTime()) / day, hasPosted: posted };
  };
  const members = new ModeratedStore(db);
  const service = new FlagService({ flags, cases, kinds, memberOf, members, keys: config.keys, now });
  const acts = new ActStore(db);
  const queue = new FlagQueue({
    ...{ flags, cases, ...shown },
    standingsOf: (ids) => members.standingsOf(ids),
    actsOn: (things) => acts.about(things),
  });
  return {
    service,
    queue,
    erasure: new FlagErasure({ flags, cases }),
    exported: new FlagExport(flags),
    /** Erases what was said of a bike that goes itself, and of its comments. */
    async eraseOn(bikeId: string): Promise<void> {
      await flags.eraseOn(bikeId);
      await cases.eraseOn(bikeId);
    },
    indexed: [flags, cases],
    mount(api, guards) {
      api.route('/', flagRoutes(service, queue, guards));
    },
    begin() {
      jobs.every(hour, 'networks of flags', () => service.forgetNetworks());
    },
  } satisfies Module & Record<string, unknown>;
}
