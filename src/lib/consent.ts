/** What the browser keeps of it, and the event that tells this tab. */
const consent = 'cookie-consent';

/** Whether somebody has agreed to cookies on this device. */
export function hasConsent(): boolean {
  try {
    return localStorage.getItem(consent) === 'true';
  } catch {
    return false;
  }
}

/** Somebody agrees to cookies. */
export function giveConsent(): void {
  try {
    localStorage.setItem(consent, 'true');
  } catch {
    // A browser that keeps nothing asks again on its next visit.
  }
  dispatchEvent(new Event(consent));
}

/** Resolves once somebody has agreed to cookies, in this tab or another. */
export const untilConsent = (): Promise<void> =>
  new Promise((resolve) => {
    if (hasConsent()) return resolve();
    addEventListener(consent, () => resolve(), { once: true });
    addEventListener('storage', () => hasConsent() && resolve());
  });
