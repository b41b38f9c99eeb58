import { commonTag, type Notice } from './news.ts';

/** The options of a notification. */
export const optionsOf = ({ tag, text, to }: Notice, silent = false): NotificationOptions => ({
  body: text,
  tag,
  data: { to },
  icon: '/icon-192.png',
  ...(silent && { silent }),
});

/** Shows a system notification. @param silent without sound, as it may repeat the one that is shown */
export const showNotice = (registration: ServiceWorkerRegistration, notice: Notice, silent = false): Promise<void> =>
  registration.showNotification(notice.sentence, optionsOf(notice, silent));

/** Removes all notifications from the screen, when a member leaves this device. */
export async function removeNotices(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

/** A notification that tells nothing: a browser demands one for each push. */
export const neutralNotice = (sentence: string, to: string): Notice => ({ tag: commonTag, sentence, text: '', to });
