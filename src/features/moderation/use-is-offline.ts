import { signalAtom } from '#src/lib/signal.ts';
import { useValue } from '#src/ui/use-value.ts';

/** Whether there is no signal. */
export const useIsOffline = (): boolean => useValue(signalAtom) === 'none';
