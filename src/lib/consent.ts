/** The localStorage key, and the event for this tab. */
const consent = 'cookie-consent';

/** Whether cookies were accepted on this device. */
export function hasConsent(): boolean {
  try {
    return localStorage.getItem(consent) === 'true';
  } catch {
    return false;
  }
}

/** Records that cookies were accepted. */
export function giveConsent(): void {
  try {
    localStorage.setItem(consent, 'true');
  } catch {
    // Without storage the notice shows again on the next visit.
  }
  dispatchEvent(new Event(consent));
}

/** Resolves once cookies are accepted, in this tab or another. */
export const untilConsent = (): Promise<void> =>
  new Promise((resolve) => {
    if (hasConsent()) return resolve();
    addEventListener(consent, () => resolve(), { once: true });
    addEventListener('storage', () => hasConsent() && resolve());
  });
