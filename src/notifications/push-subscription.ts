import type { Id } from '#contract/ids.ts';
import type { PushDevice } from '#contract/push.ts';
import { timeZoneHere } from '#contract/time-zone.ts';
import { getMeta, type PushHere, setMeta } from '#src/storage/user-db.ts';

const renewMs = 24 * 3_600_000;

const turnNow = async (): Promise<number> => (await getMeta('sessionTurn')) ?? 0;

const toText = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** A subscription as the server stores it. */
export const deviceOf = (subscription: PushSubscription): PushDevice => ({
  endpoint: subscription.endpoint,
  p256dh: toText(subscription.getKey('p256dh')),
  auth: toText(subscription.getKey('auth')),
  timeZone: timeZoneHere(),
});

/** Subscribes this device with the server's public key; a subscription with another key is replaced. */
export async function subscribeWith(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && toText(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(key) });
}

/** The server's knowledge of this device; null unless this member wants pushes here. */
export async function pushOf(userId: Id): Promise<PushHere | null> {
  const here = await getMeta('push');
  return here?.userId === userId ? here : null;
}

/** Records what the server was told. */
export const noteTold = async (userId: Id, { endpoint, timeZone }: PushDevice, now = Date.now()): Promise<void> =>
  setMeta('push', { userId, endpoint, timeZone, toldAt: now, turn: await turnNow() });

/** Whether the server has to be told about the subscription of this device. */
export async function isOutdated(
  here: PushHere,
  subscription: PushSubscription | null,
  now = Date.now(),
): Promise<boolean> {
  const isSame = here.endpoint === subscription?.endpoint && here.timeZone === timeZoneHere();
  return !isSame || here.turn !== (await turnNow()) || Math.abs(now - here.toldAt) > renewMs;
}
