import { clockRiders } from './clock.ts';
import { dirtRiders } from './dirt.ts';
import { farRiders } from './far.ts';
import { fixedRiders } from './fixed.ts';
import { gravelRiders } from './gravel.ts';
import { gravityRiders } from './gravity.ts';
import { lightsRiders } from './lights.ts';
import { lowRiders } from './low.ts';
import { mudRiders } from './mud.ts';
import { powerRiders } from './power.ts';
import type { Rider } from './rider.ts';
import { roadRiders } from './road.ts';
import { steelRiders } from './steel.ts';
import { townRiders } from './town.ts';
import { trailRiders } from './trail.ts';
import { winterRiders } from './winter.ts';

/** The demo community's members and their bikes. */
export const riders: readonly Rider[] = [
  ...steelRiders,
  ...roadRiders,
  ...gravelRiders,
  ...dirtRiders,
  ...trailRiders,
  ...townRiders,
  ...fixedRiders,
  ...farRiders,
  ...powerRiders,
  ...mudRiders,
  ...gravityRiders,
  ...winterRiders,
  ...lowRiders,
  ...clockRiders,
  ...lightsRiders,
];
