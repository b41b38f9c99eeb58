import { ApiFailure, failureFrom } from '#src/lib/failure.ts';
import { showToast } from '#src/ui/toast-store.ts';

/** Shows why an action failed. Unexpected errors show the default sentence and are reported. */
export function complain(cause: unknown): void {
  showToast({ text: failureFrom(cause).message, alert: true });
  if (!(cause instanceof ApiFailure)) reportError(cause);
}
