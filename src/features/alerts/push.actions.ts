import type { Id } from '#contract/ids.ts';
import { deletePush, getPush, putPush } from '#contract/push.ts';
import { runAction } from '#src/actions/run-action.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isInstalled, isIos } from '#src/lib/installed.ts';
import { deviceOf, isOutdated, noteTold, pushOf, subscribeWith } from '#src/notifications/push-subscription.ts';
import { getMeta, setMeta } from '#src/storage/user-db.ts';

/**
 * Whether this device notifies. `open`: only while a page is open; `open-only`: the browser can do no more;
 * `home-screen`: it could as an installed app; `blocked`: the browser's permission was refused.
 */
export type NotifyState = 'unsupported' | 'home-screen' | 'blocked' | 'off' | 'open' | 'open-only' | 'on';

/** Milliseconds to wait for the worker, which a first visit installs. */
const workerTimeoutMs = 10_000;

const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis;

/** The push manager of the worker; null where there is none. */
async function managerHere(): Promise<PushManager | null> {
  if (!canPush()) return null;
  const late = new Promise<null>((resolve) => setTimeout(resolve, workerTimeoutMs, null));
  return (await Promise.race([navigator.serviceWorker.ready, late]))?.pushManager ?? null;
}

/** The subscription of this device, without waiting for a worker. */
const subscriptionHere = async (): Promise<PushSubscription | null> =>
  canPush() ? ((await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null) : null;

/** Whether this device notifies a member now. */
export async function notifyStateOf(userId: Id): Promise<NotifyState> {
  if (!('Notification' in globalThis)) return isIos() && !isInstalled() ? 'home-screen' : 'unsupported';
  const { permission } = Notification;
  if (permission === 'denied') return 'blocked';
  if (permission === 'default' || (await getMeta('muted'))) return 'off';
  if ((await pushOf(userId)) && (await subscriptionHere())) return 'on';
  return canPush() ? 'open' : 'open-only';
}

async function subscribe(userId: Id, manager: PushManager): Promise<void> {
  const { key } = await runAction(getPush, { as: userId });
  const device = deviceOf(await subscribeWith(manager, key));
  await runAction(putPush, { as: userId, body: device });
  await noteTold(userId, device);
}

/**
 * Asks for the permission to notify and subscribes this device to pushes. Call it on a press.
 * @throws ApiFailure, or DOMException when the browser's push service refuses
 */
export async function turnOnPush(userId: Id): Promise<void> {
  const permission = await Notification.requestPermission();
  await setMeta('muted', null);
  if (permission !== 'granted' || !canPush()) return;
  const manager = await managerHere();
  if (!manager) throw new DOMException('There is no worker.', 'AbortError');
  await subscribe(userId, manager).catch(async (cause: unknown) => {
    // A subscription that the server does not know would only look as if it worked.
    await (await manager.getSubscription())?.unsubscribe().catch(() => false);
    throw cause;
  });
}

/** Ends the notifications on this device. Without signal the server notices when its next push is refused. */
export async function turnOffPush(userId: Id): Promise<void> {
  await setMeta('muted', true);
  await setMeta('push', null);
  await (await subscriptionHere())?.unsubscribe().catch(() => false);
  await runAction(deletePush, { as: userId }).catch(ignoreApiFailure);
}

/**
 * Renews the subscription of a member who wants pushes on this device; ends another member's. Subscribes anew when the
 * browser has lost the subscription or the site has another key.
 */
export async function renewPush(userId: Id): Promise<void> {
  if (Notification.permission !== 'granted') return;
  const [here, subscription] = [await pushOf(userId), await subscriptionHere()];
  if (!here) return void (await subscription?.unsubscribe());
  if (!(await isOutdated(here, subscription))) return;
  const manager = await managerHere();
  if (manager) await subscribe(userId, manager);
}
