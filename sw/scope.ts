/** The worker's global scope, with the manifest that the build injects. */
export interface WorkerScope extends ServiceWorkerGlobalScope {
  __WB_MANIFEST: { url: string; revision: string | null; integrity?: string; isPack?: boolean }[];
}

/** Background Sync (https://wicg.github.io/background-sync/spec/). */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** `pushsubscriptionchange` (https://w3c.github.io/push-api/). Older browsers leave the subscriptions out. */
export interface SubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}
