import { settle } from './install-visits.ts';

/** The browser's own question (https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface). */
type InstallPrompt = Event & {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

declare global {
  interface Window {
    /** Set by `src/theme.ts`, because the event may come before any other script. */
    installPrompt?: InstallPrompt | null;
    onbeforeinstallprompt?: (event: InstallPrompt) => void;
  }
}

/** The browser's question; null where it has none, or the app is installed. */
export const installPrompt = (): InstallPrompt | null => window.installPrompt ?? null;

export function watchInstallPrompt(listener: () => void): () => void {
  const noteInstalled = () => {
    window.installPrompt = null;
    settle();
    listener();
  };
  addEventListener('beforeinstallprompt', listener);
  addEventListener('appinstalled', noteInstalled);
  return () => {
    removeEventListener('beforeinstallprompt', listener);
    removeEventListener('appinstalled', noteInstalled);
  };
}

/** Asks whether to install the app, once for each of the browser's events. Returns whether the answer was yes. */
export async function askToInstall(): Promise<boolean> {
  const prompt = installPrompt();
  window.installPrompt = null;
  return (await prompt?.prompt())?.outcome === 'accepted';
}
