/** This worker's global, with what the build puts into it and what TypeScript's library does not know. */
export interface WorkerScope extends ServiceWorkerGlobalScope {
  __WB_MANIFEST: { url: string; revision: string | null; integrity?: string; isPack?: boolean }[];
}

/** Background Sync (https://wicg.github.io/background-sync/spec/). */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
