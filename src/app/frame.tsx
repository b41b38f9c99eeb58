import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginPage } from '#contract/pages.ts';
import {
  countsOf,
  OutboxSummaryContext,
  type SummaryWithSent,
  useOutboxSummary,
} from '#src/features/outbox/outbox.queries.ts';
import { Announcement } from '#src/features/site/announcement.tsx';
import { useServices } from '#src/features/site/site.queries.ts';
import { withoutLanguage } from '#src/lib/own-language.ts';
import { useIsVisitor } from '#src/queries/use-is-visitor.ts';
import { useRefusedSession, useSession } from '#src/session/use-session.ts';
import { BackToTop } from '#src/ui/back-to-top.tsx';
import { savesData } from '#src/ui/display-preferences.ts';
import { latePartsAtom } from '#src/ui/late-parts.ts';
import { SkipLink } from '#src/ui/skip-link.tsx';
import { Toasts } from '#src/ui/toasts.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { version } from '../../package.json';
import { screenOf } from './screens.ts';
import type { Account } from './shell/account.ts';
import { CookieNotice } from './shell/cookie-notice.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { StatusBar } from './shell/status-bar.tsx';
import { useAlerts } from './use-alerts.ts';
import { useArrival } from './use-arrival.ts';
import { useScrollPosition } from './use-scroll-position.ts';
import { useSignOut } from './use-sign-out.tsx';
import { useStatusBarState } from './use-status-bar-state.ts';

/**
 * Returns the header's account: null for a visitor, undefined while only the cookie says that somebody is logged in.
 * @param unread number of unread messages
 */
function useAccount(unread: number, summary: SummaryWithSent): Account | null | undefined {
  const { user } = useSession();
  const isVisitor = useIsVisitor();
  const invites = useServices()?.invitations;
  if (user) {
    const isModerator = Boolean(user.moderator || user.operator);
    return { ...user, isModerator, invites, unread, ...countsOf(summary) };
  }
  return isVisitor ? null : undefined;
}

function fetchFor(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || savesData()) return;
  // A failed prefetch is retried and reported when the screen is opened.
  screenOf(withoutLanguage(link.pathname))
    ?.prepare()
    .catch(() => undefined);
}

/** Prefetches a screen's code on hover, press or focus of a link to it. */
function useEarlyCode(): void {
  useEffect(() => {
    const nearness = ['pointerover', 'pointerdown', 'focusin'];
    for (const event of nearness) document.addEventListener(event, fetchFor, { passive: true });
    return () => {
      for (const event of nearness) document.removeEventListener(event, fetchFor);
    };
  }, []);
}

/** Redirects to the log-in after the server ended the session, and back afterwards. */
function useWayToLogIn(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useRefusedSession(() => {
    // Not from an account page such as the log-in itself.
    if (!pathname.startsWith('/account/')) void navigate(loginPage(pathname + search + hash), { replace: true });
  });
}

/** The layout around every screen. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const summary = useOutboxSummary();
  const { unread, unseen } = useAlerts();
  const account = useAccount(unread, summary);
  const lines = useStatusBarState(summary);
  const main = useArrival();
  const signOut = useSignOut();
  const lateParts = useValue(latePartsAtom);
  useScrollPosition();
  useWayToLogIn();
  useEarlyCode();
  return (
    <>
      <SkipLink />
      <Header account={account} unseen={unseen} onSignOut={() => void signOut.ask()} />
      <Announcement key={pathname} />
      <StatusBar lines={lines} />
      <main ref={main} id="main" tabIndex={-1}>
        <OutboxSummaryContext value={summary}>{children}</OutboxSummaryContext>
      </main>
      <Footer version={version} isBrief={pathname.startsWith('/account/') || (screenOf(pathname)?.member ?? false)} />
      <BackToTop />
      <CookieNotice />
      {lateParts.map((Part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Parts are only added.
        <Part key={at} count={unread + unseen + (summary?.unsent ?? 0)} />
      ))}
      {signOut.dialog}
      <Toasts />
    </>
  );
}
