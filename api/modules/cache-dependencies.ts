import { apiBase } from '#contract/endpoint.ts';

/** The key of a route's dependencies. */
export const routeOf = (call: { path: string }): string => apiBase + call.path;

/** All documents of a collection. */
export const any = (collection: string) => ({ collection });
/** Those with the path's parameter in a field. */
export const those = (collection: string, field: string, param: string) => ({ collection, field, param });
/** Changes may show some seconds late. */
export const stale = (collection: string) => ({ collection, mayBeStale: true as const });

export const theBike = those('bikes', '_id', 'bikeId');
export const theMember = those('users', '_id', 'userId');
