import { ApiFailure } from '#src/lib/failure.ts';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';

const canUsePasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Whether this browser can use passkeys; assumed until hydration, because almost all can. */
export const usePasskeySupport = (): boolean => useBrowserValue(canUsePasskeys, true);

/** Loads the code that speaks with the browser about passkeys. @throws ApiFailure */
export const loadWebAuthn = () =>
  import('./web-authn.ts').catch((cause: unknown) => {
    throw new ApiFailure('network', { cause });
  });
