import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False where a page is drawn without a browser and while a browser takes that drawing over; true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
