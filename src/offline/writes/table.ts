import { bikePhotoWrites } from './bike-photos.ts';
import { bikeStatusWrites } from './bike-status.ts';
import { bikeWrites } from './bikes.ts';
import { commentWrites } from './comments.ts';
import { favoriteWrites } from './favorites.ts';
import { flagWrites } from './flags.ts';
import { likeWrites } from './likes.ts';
import { messageWrites } from './messages.ts';
import { preferenceWrites } from './preferences.ts';
import { profileWrites } from './profile.ts';
import type { Write, Writes } from './write.ts';

const writes = {
  ...bikeWrites,
  ...bikePhotoWrites,
  ...bikeStatusWrites,
  ...likeWrites,
  ...favoriteWrites,
  ...commentWrites,
  ...flagWrites,
  ...messageWrites,
  ...preferenceWrites,
  ...profileWrites,
};

/** Every kind of write there is. */
export type RowKind = keyof typeof writes;

const table: Writes<RowKind> = writes;

/** What is special about a row's kind. */
export const writeOf = ({ kind }: { kind: RowKind }): Write => table[kind];

/** Whether this build knows a row's kind: a newer one may have left a row here, which then waits for it. */
export const isKnown = ({ kind }: { kind: string }): boolean => Object.hasOwn(table, kind);
