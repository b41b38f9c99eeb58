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

interface Deps {
  /** The kinds that can be flagged, each implemented by its feature. */
  kinds: Record<FlagTarget, FlaggableKind>;
  /** Reads what moderators see: bikes of any status, and comments, messages and members. */
  shown: Pick<ConstructorParameters<typeof FlagQueue>[0], 'bikesOf' | 'partsOf' | 'peopleOf'>;
  /** Whether a member has posted a bike or a comment. */
  hasPosted(memberId: string): Promise<boolean>;
}

/** Flags: reports by members. */
export function flagsModule({ db, config, jobs, now }: Infrastructure, { kinds, shown, hasPosted }: Deps) {
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
    flags,
    cases,
    ...shown,
    standingsOf: (ids) => members.standingsOf(ids),
    actsOn: (things) => acts.about(things),
  });
  return {
    service,
    queue,
    erasure: new FlagErasure({ flags, cases }),
    exported: new FlagExport(flags),
    /** Erases the flags of a deleted bike and of its comments. */
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
