import { atom, getDefaultStore } from 'jotai';
import { authCheckCookie } from '#contract/session-calls.ts';
import { authCompleteAtom, authUserAtom } from '#src/session/session.ts';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';

const store = getDefaultStore();
const hasCookie = () => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${authCheckCookie}=`));
const visitorAtom = atom((get) => !get(authUserAtom) && (get(authCompleteAtom) || !hasCookie()));
const watchVisitor = (listener: () => void) => store.sub(visitorAtom, listener);

/** Returns whether the viewer is signed out. False while only the cookie says that somebody is logged in. */
export const useIsVisitor = (): boolean => useBrowserValue(() => store.get(visitorAtom), true, watchVisitor);
