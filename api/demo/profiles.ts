// Typical values by category and year, for what the owner does not state.
import type { brakeTypes, Category, handlebarTypes } from '#contract/bike-options.ts';

type Brake = (typeof brakeTypes)[number];
type Handlebar = (typeof handlebarTypes)[number];

export interface Profile {
  handlebars: readonly Handlebar[];
  /** Brakes with the first year they are usual in, oldest first. */
  brakes: readonly (readonly [since: number, ...types: Brake[]])[];
  /** Tire widths in millimeters with the first year they are usual in, oldest first. */
  tires: readonly (readonly [since: number, least: number, most: number])[];
  /** Grams, with pedals. */
  weight: readonly [light: number, heavy: number];
}

const disc = 'Hydraulic Disc';
const cableDisc = 'Mechanical Disc';
const caliper = 'Rim: Dual-Pivot / Caliper';
const mountain = [
  [0, 'Rim: Cantilever'],
  [1997, 'Rim: V-Brake'],
  [2002, disc],
] as const;

export const profiles: Record<Category, Profile> = {
  City: {
    handlebars: ['Swept-Back / Alt'],
    brakes: [
      [0, caliper],
      [1990, 'Drum / Roller', 'Coaster', 'Rim: V-Brake'],
      [2018, 'Drum / Roller', disc],
    ],
    tires: [
      [0, 35, 38],
      [2000, 37, 47],
    ],
    weight: [13_500, 19_500],
  },
  Commuter: {
    handlebars: ['Flat'],
    brakes: [
      [0, caliper],
      [2005, 'Rim: V-Brake'],
      [2017, disc],
    ],
    tires: [[0, 35, 47]],
    weight: [10_800, 14_500],
  },
  'Cross Country': {
    handlebars: ['Flat'],
    brakes: mountain,
    tires: [
      [0, 49, 53],
      [2012, 57, 61],
    ],
    weight: [9_800, 13_600],
  },
  Cyclocross: {
    handlebars: ['Drop'],
    brakes: [
      [0, 'Rim: Cantilever'],
      [2014, disc],
    ],
    tires: [[0, 33, 35]],
    weight: [7_600, 9_900],
  },
  Downhill: {
    handlebars: ['Riser'],
    brakes: [
      [0, 'Rim: V-Brake'],
      [2000, disc],
    ],
    tires: [[0, 61, 64]],
    weight: [15_400, 18_600],
  },
  Enduro: {
    handlebars: ['Riser'],
    brakes: [[0, disc]],
    tires: [[0, 61, 64]],
    weight: [13_200, 16_100],
  },
  'Fat Tire': {
    handlebars: ['Flat', 'Riser'],
    brakes: [
      [0, cableDisc],
      [2016, disc],
    ],
    tires: [[0, 100, 122]],
    weight: [12_200, 16_800],
  },
  Freeride: {
    handlebars: ['Riser'],
    brakes: [
      [0, 'Rim: V-Brake'],
      [2000, disc],
    ],
    tires: [[0, 56, 62]],
    weight: [12_400, 17_900],
  },
  Gravel: {
    handlebars: ['Flared Drop'],
    brakes: [[0, disc]],
    tires: [[0, 40, 47]],
    weight: [8_400, 11_200],
  },
  Handbike: {
    handlebars: ['Hand Cranks'],
    brakes: [[0, cableDisc, disc]],
    tires: [[0, 25, 32]],
    weight: [11_500, 21_000],
  },
  Hybrid: {
    handlebars: ['Flat'],
    brakes: [
      [0, 'Rim: V-Brake'],
      [2015, disc],
    ],
    tires: [[0, 35, 42]],
    weight: [11_200, 13_800],
  },
  Messenger: {
    handlebars: ['Bullhorn', 'Drop', 'Riser'],
    brakes: [[0, caliper]],
    tires: [[0, 25, 30]],
    weight: [7_900, 9_800],
  },
  Recumbent: {
    handlebars: ['Above-Seat (recumbent)'],
    brakes: [[0, cableDisc, disc]],
    tires: [[0, 32, 40]],
    weight: [11_800, 17_500],
  },
  Road: {
    handlebars: ['Drop'],
    brakes: [
      [0, 'Rim: Center-Pull', caliper],
      [1978, caliper],
      [2018, disc],
    ],
    tires: [
      [0, 25, 28],
      [1985, 23, 25],
      [2015, 25, 28],
      [2019, 28, 30],
    ],
    weight: [6_800, 10_400],
  },
  Touring: {
    handlebars: ['Drop'],
    brakes: [
      [0, 'Rim: Cantilever'],
      [2013, disc, cableDisc],
    ],
    tires: [
      [0, 32, 35],
      [1998, 37, 44],
      [2015, 42, 50],
    ],
    weight: [12_200, 17_200],
  },
  Track: {
    handlebars: ['Drop'],
    brakes: [[0, 'None (fixed)']],
    tires: [[0, 22, 25]],
    weight: [6_900, 8_600],
  },
  Triathlon: {
    handlebars: ['Aero / TT'],
    brakes: [
      [0, caliper],
      [2019, disc],
    ],
    tires: [
      [0, 22, 23],
      [2016, 25, 28],
    ],
    weight: [7_900, 9_600],
  },
};
