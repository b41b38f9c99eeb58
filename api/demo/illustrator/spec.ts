// The description of a bike and of a photograph of it.
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

/** The kinds of photograph that can be drawn; a bike's "Before" and "Other" cannot be drawn from its facts. */
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
  | 'quay'
  | 'vineyard'
  | 'tram'
  | 'station'
  | 'pass'
  | 'hallway'
  | 'stand'
  | 'rain'
  | 'alley'
  | 'barn'
  | 'lake'
  | 'mural';

export type Colour = (typeof colors)[number];

export interface BikeSpec {
  category: Category;
  drivetrain: (typeof drivetrains)[number];
  rearGear: (typeof rearGears)[number];
  /** Bead-seat diameter of the front wheel in millimeters. */
  wheelBsd?: number | null;
  /** Of the rear wheel, if it differs. */
  wheelBsdRear?: number | null;
  /** Millimeters. */
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
  /** The scene; chosen from the seed if missing. */
  scene?: SceneName | null;
}

/** `3:1` is a banner. */
export type Aspect = '3:2' | '4:5' | '1:1' | '3:1';

/** A foreground object, between the lens and the bike. */
export type Veil = 'grass' | 'leaves' | 'flare' | 'snowfall' | 'fog';
/** An object beside the bike. */
export type Prop = 'backpack' | 'dog' | 'cat' | 'pump' | 'crate' | 'helmet' | 'rock';

/** How the photographer held the camera. Without one, the bike is level, whole and in the middle. */
export interface Camera {
  /** Degrees, clockwise. */
  roll: number;
  /** 1 shows the whole bike; less stands further away, more cuts it off. */
  zoom: number;
  /** Shifts the view, in shares of the picture's width and height; at most half of what the zoom cuts off. */
  x: number;
  y: number;
  /** How far beside the middle the bike stands, in shares of the width. */
  aside: number;
  /** From -1 to 1: the bike turned away from the side view. */
  turn: number;
  veil: Veil | null;
  prop: Prop | null;
}

export interface Shot {
  kind: ShotKind;
  aspect?: Aspect;
  /** A portrait of the rider, upright, of a bike in use. */
  portrait?: true;
  camera?: Camera;
}
