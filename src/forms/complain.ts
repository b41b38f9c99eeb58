import { ApiFailure, failureFrom } from '#src/lib/failure.ts';
import { showToast } from '#src/ui/toast-store.ts';

/** Says why something did not come off that was pressed. What nobody foresaw gets the usual sentence, and is a fault. */
export function complain(cause: unknown): void {
  showToast({ words: failureFrom(cause).message, alert: true });
  if (!(cause instanceof ApiFailure)) reportError(cause);
}
