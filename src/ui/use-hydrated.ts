import { useBrowserFact } from './use-browser-fact.ts';

/** False during server rendering and hydration, true afterwards. */
export const useHydrated = (): boolean => useBrowserFact(() => true, false);
