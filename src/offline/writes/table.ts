import type { MutationKind } from '#src/outbox/registry.ts';
import { bikePhotoWrites } from './bike-photos.ts';
import { bikeStatusWrites } from './bike-status.ts';
import { bikeWrites } from './bikes.ts';

export const writes = {
  ...bikeWrites,
  ...bikePhotoWrites,
  ...bikeStatusWrites,
};

/** Every kind of write there is. */
export type RowKind = MutationKind;
