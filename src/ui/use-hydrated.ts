import { useBrowserValue } from './use-browser-value.ts';

/** False during server rendering and hydration, true afterwards. */
export const useHydrated = (): boolean => useBrowserValue(() => true, false);
