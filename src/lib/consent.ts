import { readLocal, writeLocal } from './local-storage.ts';

/** The localStorage key, and the event for this tab. */
const consent = 'cookie-consent';

/** Whether cookies were accepted on this device. */
export const hasConsent = (): boolean => readLocal(consent) === 'true';

/** Records that cookies were accepted. Without storage the notice shows again on the next visit. */
export function giveConsent(): void {
  writeLocal(consent, 'true');
  dispatchEvent(new Event(consent));
}

/** Resolves once cookies are accepted, in this tab or another. */
export const untilConsent = (): Promise<void> =>
  new Promise((resolve) => {
    if (hasConsent()) return resolve();
    addEventListener(consent, () => resolve(), { once: true });
    addEventListener('storage', () => hasConsent() && resolve());
  });
