import { useLocation, useNavigate } from 'react-router';
import { loginPage } from '#contract/pages.ts';
import { useRefusedSession } from '#src/session/use-session.ts';

/** Redirects to the log-in after the server ended the session, and back afterwards. */
export function useWayToLogIn(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useRefusedSession(() => {
    // Not from an account page such as the log-in itself.
    if (!pathname.startsWith('/account/')) void navigate(loginPage(pathname + search + hash), { replace: true });
  });
}
