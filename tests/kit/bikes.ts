import type { Id } from '#contract/ids.ts';

/** A bike that can be published with these photos. */
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
