// What a caller says about a bike and a photograph of it.
import type {
  brakeTypes,
  Category,
  colors,
  drivetrains,
  frameMaterials,
  handlebarTypes,
  photoKinds,
  rearGears,
  suspensions,
} from '#contract/bike-options.ts';

export type { Category } from '#contract/bike-options.ts';

/** The kinds of photograph the illustrator can take; a bike's "Before" and "Other" cannot be drawn from its facts. */
export const shotKinds = [
  'Drive side',
  'Non-drive side',
  'Front',
  'Rear',
  'Cockpit',
  'Drivetrain',
  'Wheels',
  'Detail',
  'In use',
] as const satisfies readonly (typeof photoKinds)[number][];
export type ShotKind = (typeof shotKinds)[number];

export type SceneName =
  | 'studio'
  | 'plaster'
  | 'brick'
  | 'garage'
  | 'workshop'
  | 'velodrome'
  | 'underpass'
  | 'gravelHills'
  | 'mountains'
  | 'forest'
  | 'desert'
  | 'beach'
  | 'snow'
  | 'autumn'
  | 'coast'
  | 'avenue'
  | 'field'
  | 'canal'
  | 'street'
  | 'night'
  | 'quay';

export type Colour = (typeof colors)[number];

export interface BikeSpec {
  category: Category;
  drivetrain: (typeof drivetrains)[number];
  rearGear: (typeof rearGears)[number];
  /** Bead-seat diameter of the front wheel in millimetres. */
  wheelBsd?: number | null;
  /** The same of the rear wheel, where it differs. */
  wheelBsdRear?: number | null;
  /** Millimetres. */
  tyreWidth?: number | null;
  handlebar?: (typeof handlebarTypes)[number] | null;
  brake?: (typeof brakeTypes)[number] | null;
  suspension?: (typeof suspensions)[number] | null;
  /** Primary first. */
  colours: readonly Colour[];
  material?: (typeof frameMaterials)[number] | null;
  year?: number | null;
  motor?: 'Mid-drive' | 'Rear hub' | 'Front hub' | null;
  /** A word on the down tube, A to Z, at most 10 letters. */
  mark?: string | null;
  /** Where it stands; else chosen from the seed. */
  scene?: SceneName | null;
}

/** `3:1`: a banner. */
export type Aspect = '3:2' | '4:5' | '1:1' | '3:1';
export interface Shot {
  kind: ShotKind;
  aspect?: Aspect;
  /** Of a bike in use: close to who rides it, upright. */
  portrait?: true;
}
