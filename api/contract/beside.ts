import * as v from 'valibot';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';

/** How many bikes stand in each list beside a bike. */
export const besideEach = 4;

/** Other bikes of its owner, of its model, and of its kind: the same category and drivetrain. The newest first. */
export const Beside = v.object({ owner: v.array(BikeCard), model: v.array(BikeCard), similar: v.array(BikeCard) });
export type Beside = v.InferOutput<typeof Beside>;

/** What stands beside a bike; each bike in one list. */
export const besideBike = endpoint('GET', '/bikes/:bikeId/beside', { reply: Beside });
