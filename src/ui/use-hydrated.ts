import { useBrowserFact } from './use-browser-fact.ts';

/** False where a page is drawn without a browser and while a browser takes that drawing over; true from then on. */
export const useHydrated = (): boolean => useBrowserFact(() => true, false);
