import { languageCookie, languageCookieAge, languageParameter, workerFileOf } from '#contract/language-choice.ts';
import { languagePathOf, type SiteLanguage } from '#contract/languages.ts';
import { t } from '#contract/texts.ts';
import { applyUpdate, beginUpdate, endUpdate, reload } from '#src/lib/apply-update.ts';
import { saveOpenForms } from '#src/lib/open-forms.ts';
import { withoutLanguage } from '#src/lib/own-language.ts';
import { showToast } from '#src/ui/toast-store.ts';

/** A worker of a few hundred kilobytes arrives in that time, or there is hardly signal. */
const installTimeoutMs = 60_000;

/** Resolves when a worker waits to take over. @throws if it cannot be installed */
async function installed(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing;
  if (!worker) return;
  await new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error('The worker takes too long.')), installTimeoutMs);
    worker.addEventListener('statechange', () => {
      if (worker.state === 'redundant') reject(new Error('The worker could not be installed.'));
      else resolve();
    });
  });
}

/**
 * Changes the site's language on this device. The device has the files of one language, so this is an update: it needs
 * signal, saves what is typed, and reloads.
 * @returns whether it could
 */
export async function switchLanguage(language: SiteLanguage): Promise<boolean> {
  const { pathname, search, hash } = location;
  const path = languagePathOf(language) + withoutLanguage(pathname);
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller) {
    const query = new URLSearchParams(search);
    query.set(languageParameter, language);
    await saveOpenForms();
    location.assign(`${path}?${query}${hash}`);
    return true;
  }
  beginUpdate();
  try {
    await installed(await serviceWorker.register(`/${workerFileOf(language)}`));
  } catch {
    endUpdate();
    showToast({ text: t`You need signal to change the language. Try again when you have some.`, alert: true });
    return false;
  }
  // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is asynchronous and too new.
  document.cookie = `${languageCookie}=${language}; path=/; samesite=lax; max-age=${languageCookieAge}`;
  // The new worker's page opens at this address.
  history.replaceState(history.state, '', path + search + hash);
  serviceWorker.addEventListener('controllerchange', () => void reload(), { once: true });
  await applyUpdate();
  return true;
}
