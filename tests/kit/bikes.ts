import { putBike } from '#contract/bike-whole.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { TestBrowser } from './app.ts';
import { cameraPhoto } from './photos.ts';

/** Returns a valid bike with these photos. */
export const bikeWith = (photoIds: Id[], more: Record<string, unknown> = {}) => ({
  status: 'Active' as const,
  category: 'Gravel' as const,
  drivetrain: '1x' as const,
  rearGear: '11-Speed' as const,
  brandId: 'surly',
  model: 'Midnight Special',
  year: 2021,
  photos: photoIds.map((id) => ({ id, kind: 'Drive side' as const })),
  ...more,
});

/** Publishes a bike with a photo; returns its id. */
export async function publishBike(owner: TestBrowser, more: Record<string, unknown> = {}): Promise<Id> {
  const [photo, bikeId] = [newId(), newId()];
  await owner.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  await owner.call(putBike, { params: { bikeId }, body: bikeWith([photo], more) });
  return bikeId;
}
