import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/**
 * Counts a view of a bike, once for each viewer within an hour. Views by the owner and by robots, and prefetched pages,
 * are answered alike but not counted.
 */
export const viewBike = endpoint('PUT', '/bikes/:bikeId/view', { reply: v.null() });
