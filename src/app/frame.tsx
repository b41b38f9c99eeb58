import type { ReactNode } from 'react';
import { contactPage } from '#contract/pages.ts';
import { BackToTop } from '#src/ui/back-to-top.tsx';
import { SkipLink } from '#src/ui/skip-link.tsx';
import { Toasts } from '#src/ui/toasts.tsx';
import { version } from '../../package.json';
import { CookieNotice } from './shell/cookie-notice.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { Strip } from './shell/strip.tsx';
import { UpdatePrompt } from './update-prompt.tsx';
import { useAccount } from './use-account.ts';
import { useAlerts } from './use-alerts.ts';
import { useArrival } from './use-arrival.ts';
import { useEarlyCode } from './use-early-code.ts';
import { useScrollPlace } from './use-scroll-place.ts';
import { useSignOut } from './use-sign-out.tsx';
import { useStripLines } from './use-strip-state.ts';
import { useWayToLogIn } from './use-way-to-log-in.ts';

const footerLinks = [{ label: 'Contact', to: contactPage() }];

/** What stands around every screen. */
export function Frame({ children }: { children: ReactNode }) {
  const { unread, unseen } = useAlerts();
  const account = useAccount(unread);
  const lines = useStripLines();
  const main = useArrival();
  const signOut = useSignOut();
  useScrollPlace();
  useWayToLogIn();
  useEarlyCode();
  return (
    <>
      <SkipLink />
      <Header account={account} unseen={unseen} onSignOut={() => void signOut.ask()} />
      <Strip lines={lines} />
      <main ref={main} id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer version={version} links={footerLinks} />
      <BackToTop />
      <CookieNotice />
      <UpdatePrompt />
      {signOut.dialog}
      <Toasts />
    </>
  );
}
