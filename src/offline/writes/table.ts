import type { MutationKind } from '#src/outbox/registry.ts';
import { bikePhotoWrites } from './bike-photos.ts';
import { bikeStatusWrites } from './bike-status.ts';
import { bikeWrites } from './bikes.ts';
import { commentWrites } from './comments.ts';
import { flagWrites } from './flags.ts';
import { messageWrites } from './messages.ts';
import { preferenceWrites } from './preferences.ts';
import { profileWrites } from './profile.ts';

export const writes = {
  ...bikeWrites,
  ...bikePhotoWrites,
  ...bikeStatusWrites,
  ...commentWrites,
  ...flagWrites,
  ...messageWrites,
  ...preferenceWrites,
  ...profileWrites,
};

/** Every kind of write there is. */
export type RowKind = MutationKind;
