import { lazy, type ReactNode, Suspense } from 'react';
import { BackToTop } from '#src/ui/back-to-top.tsx';
import { SkipLink } from '#src/ui/skip-link.tsx';
import { Toasts } from '#src/ui/toasts.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { version } from '../../package.json';
import { CookieNotice } from './shell/cookie-notice.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { StatusBar } from './shell/status-bar.tsx';
import { updateReadyAtom } from './update-ready.ts';
import { useAccount } from './use-account.ts';
import { useAlerts } from './use-alerts.ts';
import { useArrival } from './use-arrival.ts';
import { useEarlyCode } from './use-early-code.ts';
import { useScrollPlace } from './use-scroll-place.ts';
import { useSignOut } from './use-sign-out.tsx';
import { useStatusBarState } from './use-status-bar-state.ts';
import { useWayToLogIn } from './use-way-to-log-in.ts';

const UpdatePrompt = lazy(() => import('./update-prompt.tsx').then((it) => ({ default: it.UpdatePrompt })));

/** The layout around every screen. */
export function Frame({ children }: { children: ReactNode }) {
  const { unread, unseen } = useAlerts();
  const account = useAccount(unread);
  const lines = useStatusBarState();
  const main = useArrival();
  const signOut = useSignOut();
  const updated = useValue(updateReadyAtom);
  useScrollPlace();
  useWayToLogIn();
  useEarlyCode();
  return (
    <>
      <SkipLink />
      <Header account={account} unseen={unseen} onSignOut={() => void signOut.ask()} />
      <StatusBar lines={lines} />
      <main ref={main} id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer version={version} />
      <BackToTop />
      <CookieNotice />
      {updated && (
        <Suspense>
          <UpdatePrompt />
        </Suspense>
      )}
      {signOut.dialog}
      <Toasts />
    </>
  );
}
