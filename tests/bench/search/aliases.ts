import type { Meant } from './queries.ts';

/** Common names for kinds of bikes, with the bikes that they mean. */
export const aliased: { word: string; means(bike: Meant): boolean }[] = [
  { word: 'fixie', means: ({ drivetrain }) => drivetrain === 'Fixed Gear' },
  { word: '29er', means: ({ wheelSize }) => wheelSize === '29"' },
  { word: '27.5', means: ({ wheelSize }) => wheelSize === '27.5" / 650B' },
  { word: 'singlespeed', means: ({ rearGear }) => rearGear === 'Single-Speed' },
  { word: 'ss', means: ({ rearGear }) => rearGear === 'Single-Speed' },
  { word: 'e-bike', means: ({ drivetrain }) => drivetrain === 'E-Bike' },
  { word: 'cx', means: ({ category }) => category === 'Cyclocross' },
  { word: 'dh', means: ({ category }) => category === 'Downhill' },
  { word: 'xc', means: ({ category }) => category === 'Cross Country' },
  { word: 'mtb', means: ({ category }) => ['Cross Country', 'Downhill', 'Enduro', 'Fat Tire'].includes(category) },
  { word: "C'dale", means: ({ brandId }) => brandId === 'cannondale' },
  { word: 'R&M', means: ({ brandId }) => brandId === 'riese-muller' },
  { word: 'VO', means: ({ brandId }) => brandId === 'velo-orange' },
];
