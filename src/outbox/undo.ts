import { t } from '#contract/texts.ts';
import { ApiFailure } from '#src/lib/failure.ts';

/** Reverts an undo or a deletion. Rejects with a message for the member when it is too late. */
export type Undo = () => Promise<void>;

/** Milliseconds for which a deletion is delayed, so that `Undo` can still stop it. */
export const undoTime = 10_000;

/** The error of an `Undo` that came too late. */
export const tooLate = (): Error => new ApiFailure('refused', { message: t`It is too late to undo this.` });
