import { authCheckCookie } from '#contract/auth.plain.ts';
import { useSession } from '#src/session/use-session.ts';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';

const hasCookie = () => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${authCheckCookie}=`));

/** Returns whether the viewer is signed out. False while only the cookie says that somebody is logged in. */
export function useIsVisitor(): boolean {
  const { user, complete } = useSession();
  const marked = useBrowserValue(hasCookie, false);
  return !user && (complete || !marked);
}
