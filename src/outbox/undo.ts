import { ApiFailure } from '#src/lib/failure.ts';

/** Puts back what was taken back. Rejects with a sentence for a person once that is not possible any more. */
export type Undo = () => Promise<void>;

/** Milliseconds for which what takes something back is held, so that `Undo` can still stop it. */
export const undoTime = 10_000;

/** Why `Undo` came too late. */
export const tooLate = (): Error =>
  new ApiFailure('refused', { message: 'It is too late to undo this: it went on meanwhile.' });
