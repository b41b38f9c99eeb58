import * as v from 'valibot';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';

/** Bikes in each list of related bikes. */
export const relatedOfEach = 4;

/** Related bikes: of the same owner, of the same model, and of the same category and drivetrain. Newest first. */
export const Related = v.object({ owner: v.array(BikeCard), model: v.array(BikeCard), similar: v.array(BikeCard) });
export type Related = v.InferOutput<typeof Related>;

/** Returns related bikes; each bike appears in one list only. */
export const getRelatedBikes = endpoint('GET', '/bikes/:bikeId/beside', { reply: Related });
