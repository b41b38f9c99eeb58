import { useLocation, useNavigate } from 'react-router';
import { loginPage } from '#contract/pages.ts';
import { useRefusedSession } from '#src/session/use-session.ts';

/** Whoever was signed out by the site goes to the log-in, and from there back to where they were. */
export function useWayToLogIn(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useRefusedSession(() => {
    // Whoever is on the way in already is left there.
    if (!pathname.startsWith('/account/')) void navigate(loginPage(pathname + search + hash), { replace: true });
  });
}
