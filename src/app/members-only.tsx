import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { loginPage, outboxPage } from '#contract/pages.ts';
import { useOutboxCounts } from '#src/features/outbox/outbox.queries.ts';
import { useServices } from '#src/features/site/site.queries.ts';
import { unreadCountAtom } from '#src/session/unread-count.ts';
import { useIsSessionKnown, useSession, useShut } from '#src/session/use-session.ts';
import { hungSentence, memoryOnlySentence } from '#src/storage/storage-messages.ts';
import { storageStateAtom } from '#src/storage/storage-state.ts';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { AccountLayout } from './shell/account-layout.tsx';
import { useSignOut } from './use-sign-out.tsx';

/** The account area, if `wide` without its sidebar. Visitors are sent to the log-in and come back afterwards. */
export function MembersOnly({ wide }: { wide?: boolean }) {
  const { user } = useSession();
  const isSessionKnown = useIsSessionKnown();
  const { pathname, search, hash } = useLocation();
  const counts = useOutboxCounts();
  const unread = useAtomValue(unreadCountAtom);
  const signOut = useSignOut();
  const shut = useShut();
  const storage = useValue(storageStateAtom);
  const invites = useServices()?.invitations;
  if (!isSessionKnown) return <Loader />;
  // A suspended or banned member can still read their outbox.
  if (!user && shut && pathname === outboxPage()) {
    return (
      <div className="frame">
        <Outlet />
      </div>
    );
  }
  // During a sign-out the browser's address is already home, ahead of this render.
  if (!user && location.pathname !== pathname) return <Loader />;
  if (!user) return <Navigate to={loginPage(pathname + search + hash)} replace />;
  return (
    <AccountLayout
      counts={{ ...counts, unread, isModerator: Boolean(user.moderator || user.operator), invites }}
      onSignOut={() => void signOut.ask()}
      wide={wide}
    >
      {storage === 'blocked' && <Note state="notice">{memoryOnlySentence}</Note>}
      {storage === 'hung' && <Note state="notice">{hungSentence}</Note>}
      <Suspense key={pathname} fallback={<Loader />}>
        <Outlet />
      </Suspense>
      {signOut.dialog}
    </AccountLayout>
  );
}
