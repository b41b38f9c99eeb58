import { type ComponentType, lazy } from 'react';
import { retryImport } from '#src/lib/retry-import.ts';

/**
 * A component whose code devices do not keep, because it needs a connection anyway. It is imported once it is shown, within
 * a `Suspense`.
 */
export const late = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(
    () =>
      new Promise<{ default: ComponentType<Props> }>((resolve) => {
        void retryImport(load, (it) => resolve({ default: it }));
      }),
  );
