import type { Alert } from '#contract/alerts.ts';
import type { KeptAlerts } from '#src/offline/cache/alerts.ts';
import { wordsOf } from './alert-words.ts';

/** More at once would bury each other. */
const mostAtOnce = 3;

/** What has come since an answer, and was not seen; nothing where there was none before. */
export const newSince = (before: KeptAlerts | null, now: KeptAlerts | null): Alert[] =>
  before && now ? now.data.items.filter(({ at, seen }) => !seen && Date.parse(at) > Number(before.data.cursor)) : [];

/** Shows alerts outside of the page, where the member has allowed it. One that is told again takes its own place. */
export async function notify(alerts: readonly Alert[]): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const alert of alerts.slice(0, mostAtOnce)) {
    const words = wordsOf(alert);
    if (!words) continue;
    const { sentence, to } = words;
    const options = { body: alert.text, tag: alert.id, data: { to }, icon: '/icon-192.png' };
    if (registration) await registration.showNotification(sentence, options);
    else new Notification(sentence, options).onclick = () => window.focus();
  }
}
