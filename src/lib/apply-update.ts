import { saveOpenForms } from '#src/lib/open-forms.ts';

const reloadAfterMs = 2_000;

/** Asks the other tabs to save their drafts. */
export const updateChannel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('headbadge-update') : null;

let reloading = false;
let updating = false;

/** Whether a new version is being activated, so that nobody has to be asked. */
export const isUpdating = (): boolean => updating;
export const beginUpdate = (): void => {
  updating = true;
};
/** Call when the update that {@link beginUpdate} announced has failed. */
export const endUpdate = (): void => {
  updating = false;
};

export async function reload(): Promise<void> {
  if (reloading) return;
  reloading = true;
  await saveOpenForms();
  location.reload();
}

/** Activates the new version: every tab saves its drafts first, then reloads. */
export async function applyUpdate(): Promise<void> {
  updateChannel?.postMessage('flush');
  await saveOpenForms();
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  // iOS may not fire `controllerchange`.
  setTimeout(() => void reload(), reloadAfterMs);
}
