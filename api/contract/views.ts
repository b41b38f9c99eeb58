import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/**
 * Tells that a bike is looked at. It counts once for each viewer within an hour; looks of its owner and of robots, and
 * pages that are only fetched ahead, count nothing and are answered alike.
 */
export const viewBike = endpoint('PUT', '/bikes/:bikeId/view', { reply: v.null() });
