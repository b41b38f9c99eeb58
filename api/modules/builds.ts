import { BuildStore } from '#api/platform/build-store.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, minute } from './module.ts';

type Options = {
  /** The folder of the built page. */
  page: string;
  /** Whether other processes may serve the same site. */
  isShared: boolean;
};

/** The page's files of all builds that open pages may still use. */
export function buildsModule({ db, now, log }: Infrastructure, { page, isShared }: Options) {
  const store = new BuildStore({ db, page, now, isShared });
  return {
    store,
    stores: [store],
    privateCollections: ['builds', 'buildFiles'],
    /** Before the first request: the pages of this build may ask any process for its files. */
    async catchUp() {
      if (!isShared) return;
      // On a full disk visitors can still read.
      await store.store().catch((error: unknown) => log.warn({ err: error }, 'files of this build not stored'));
    },
    schedule: [{ name: 'files of this build', every: minute, whileReadOnly: true, run: () => store.keep() }],
  } satisfies Module & Record<string, unknown>;
}
export type BuildsModule = ReturnType<typeof buildsModule>;
