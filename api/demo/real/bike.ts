// The shape of the table of real bikes, and short ways to write its rows.
import type {
  brakeTypes,
  Category,
  frameMaterials,
  handlebarTypes,
  suspensions,
  wheelSizes,
} from '#contract/bike-options.ts';

export type BrakeType = (typeof brakeTypes)[number];
export type Range = readonly [least: number, most: number];

/** How a bike is geared. `groups` are names in `groupsets`, `hub` a name in `gearHubs`. */
export type Gears =
  | { kind: 'derailleur'; front: 1 | 2 | 3; groups: readonly string[] }
  | { kind: 'hub'; hub: string; isBelt: boolean }
  | { kind: 'single'; ring: number; cog: number; isFixed: boolean; isBelt: boolean };

export interface RealBike {
  /** The maker's id; Other for a maker that the catalog does not have, named by `maker`. */
  brand: string;
  model: string;
  /** Model years of this build. */
  years: Range;
  category: Category;
  frameMaterial: (typeof frameMaterials)[number];
  wheelSize: (typeof wheelSizes)[number];
  /** Bead seat diameters, where the wheels differ. */
  wheels?: readonly [front: number, rear: number];
  /** Millimeters. */
  tires: Range;
  brakes: readonly BrakeType[];
  gears: Gears;
  kilograms: Range;
  /** New, or today's price of an old one, in dollars, euros or pounds. */
  price: Range;
  suspension: (typeof suspensions)[number];
  /** Millimeters; null for none or unknown. */
  travel: readonly [front: number | null, rear: number | null];
  /** Without its travel. */
  fork?: string;
  shock?: string;
  handlebars?: readonly (typeof handlebarTypes)[number][];
  /** Name of the tubes. */
  tubes?: string;
  motor?: readonly [name: string, battery: string];
  /** The name of a maker that the catalog does not have. */
  maker?: string;
}

type More = Partial<
  Pick<RealBike, 'wheels' | 'suspension' | 'travel' | 'fork' | 'shock' | 'handlebars' | 'tubes' | 'motor' | 'maker'>
>;
type Row = Omit<RealBike, 'category'>;

/** The order of a row: who and when, frame and wheels, brakes and gears, weight and price. */
export function bike(
  brand: string,
  model: string,
  years: Range,
  frame: readonly [
    material: RealBike['frameMaterial'],
    wheel: RealBike['wheelSize'],
    narrowest: number,
    widest: number,
  ],
  brakes: BrakeType | readonly BrakeType[],
  gears: Gears,
  kilograms: Range,
  price: Range,
  more: More = {},
): Row {
  const [frameMaterial, wheelSize, narrowest, widest] = frame;
  return {
    brand,
    model,
    years,
    frameMaterial,
    wheelSize,
    tires: [narrowest, widest],
    brakes: typeof brakes === 'string' ? [brakes] : brakes,
    gears,
    kilograms,
    price,
    suspension: 'Rigid',
    travel: [null, null],
    ...more,
  };
}

export const shifting = (front: 1 | 2 | 3, ...groups: string[]): Gears => ({ kind: 'derailleur', front, groups });
export const hub = (name: string): Gears => ({ kind: 'hub', hub: name, isBelt: false });
export const beltHub = (name: string): Gears => ({ kind: 'hub', hub: name, isBelt: true });
export const fixed = (ring: number, cog: number): Gears => ({
  kind: 'single',
  ring,
  cog,
  isFixed: true,
  isBelt: false,
});
export const free = (ring: number, cog: number): Gears => ({
  kind: 'single',
  ring,
  cog,
  isFixed: false,
  isBelt: false,
});
export const beltSingle = (ring: number, cog: number): Gears => ({
  kind: 'single',
  ring,
  cog,
  isFixed: false,
  isBelt: true,
});

/** A fork in front only. */
export const hardtail = (front: number, fork: string): More => ({
  suspension: 'Front (Hardtail)',
  travel: [front, null],
  fork,
});
export const full = (front: number, rear: number, fork: string, shock: string): More => ({
  suspension: 'Full',
  travel: [front, rear],
  fork,
  shock,
});
