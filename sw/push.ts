import { callOf, pathOf } from '#contract/endpoint.ts';
import type { PushMessage, putPush } from '#contract/push.ts';
import { refreshSession, sessionMark } from '#src/lib/refresh.ts';
import { iconCount, noticeForPush } from '#src/notifications/push-poll.ts';
import { deviceOf, noteTold, pushOf } from '#src/notifications/push-subscription.ts';
import { showNotice } from '#src/notifications/show-notice.ts';
import { sendJson } from '#src/outbox/send.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';
import { getMeta } from '#src/storage/user-db.ts';
import type { SubscriptionChangeEvent, WorkerScope } from './scope.ts';

declare const self: WorkerScope;

const put = callOf<typeof putPush>('PUT', '/user/push');

function memberOf(data: PushMessageData | null): string | null {
  try {
    return (data?.json() as PushMessage | undefined)?.member ?? null;
  } catch {
    return null;
  }
}

/** Ends a subscription that was another member's. */
async function endForeign(member: string | null): Promise<void> {
  const user = await getMeta('authUser');
  // Without its storage the worker does not know who is logged in.
  if (member === null || member === user?.id || isMemoryOnly()) return;
  await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}

/** Shows one notification for a push, as browsers demand. */
async function showNews(data: PushMessageData | null): Promise<void> {
  const { registration } = self;
  await endForeign(memberOf(data)).catch(() => undefined);
  const isShown = async (tag: string) => (await registration.getNotifications({ tag })).length > 0;
  const { notice, repeats } = await noticeForPush(isShown);
  const windows = await self.clients.matchAll({ type: 'window' });
  // No sound while a page has the focus.
  await showNotice(registration, notice, repeats || windows.some(({ focused }) => focused));
  await navigator.setAppBadge?.(await iconCount()).catch(() => undefined);
}

/** Tells the server about a subscription that the browser has replaced. What fails here, the next page repeats. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChangeEvent): Promise<void> {
  const user = await getMeta('authUser');
  if (!user || !(await pushOf(user.id))) return;
  const { pushManager } = self.registration;
  const known = newSubscription ?? (await pushManager.getSubscription());
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!known && !applicationServerKey) return;
  const device = deviceOf(known ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })));
  const mark = await sessionMark();
  const tell = () => sendJson(pathOf(put, {}), device, user.id);
  let answer = await tell();
  if (answer.kind === 'answer' && answer.status === 401 && (await refreshSession(mark)) === 'refreshed')
    answer = await tell();
  if (answer.kind === 'answer' && answer.status === 200) await noteTold(user.id, device);
}

/** Polls and notifies when the server sends a push, also while no page is open. */
export function notifyOfPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(showNews(event.data)));
  self.addEventListener('pushsubscriptionchange', (event) =>
    (event as SubscriptionChangeEvent).waitUntil(renew(event as SubscriptionChangeEvent).catch(() => undefined)),
  );
}
