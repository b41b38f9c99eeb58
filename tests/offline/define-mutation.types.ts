import { callOf } from '#contract/endpoint.ts';
import { addFavorite, putFolder, type shareFolder } from '#contract/favorites.ts';
import { likeBike } from '#contract/likes.ts';
import { defineMutation } from '#src/outbox/define-mutation.ts';
import type { Subject } from '#src/outbox/mutation.ts';

const rest = { labels: { title: () => '', waitsFor: '' } } as const;
const fields = (subject: Subject) => ({ subject, scope: '' });

/** Definitions that the compiler must reject. */
export const refused = [
  defineMutation({
    ...rest,
    kind: 'like.put',
    endpoint: likeBike,
    // @ts-expect-error: a parameter of the path is missing
    queue: (bike: Subject) => ({ ...fields(bike), params: {} }),
    apply: async () => undefined,
  }),
  defineMutation({
    ...rest,
    kind: 'like.put',
    endpoint: putFolder,
    // @ts-expect-error: the body is missing
    queue: (folder: Subject) => ({ ...fields(folder), params: { folderId: folder.id } }),
    apply: async () => undefined,
  }),
  defineMutation({
    ...rest,
    kind: 'like.put',
    endpoint: likeBike,
    // @ts-expect-error: this endpoint has no body
    queue: (bike: Subject) => ({ ...fields(bike), params: { bikeId: bike.id }, body: { name: '' } }),
    apply: async () => undefined,
  }),
  defineMutation({
    ...rest,
    kind: 'like.put',
    endpoint: addFavorite,
    queue: (bike: Subject) => ({ ...fields(bike), params: { bikeId: bike.id, folderId: '' }, part: { n: 1 } }),
    apply: async (_, { part, body }, reply) => {
      const n: number = part.n;
      const none: null = body;
      const ids: string[] | undefined = reply?.favoritedFolderIds;
      // @ts-expect-error: the reply has no likes
      void [n, none, ids, reply?.likes];
    },
  }),
];

/** A kind that is not registered. */
// @ts-expect-error: `src/registry.ts` does not name it
export const unregistered = defineMutation({ ...rest, kind: 'x', endpoint: likeBike, queue: (bike: Subject) => bike });

/** Endpoints without schemas that the compiler must reject. */
export const unknownCalls = [
  // @ts-expect-error: another path
  callOf<typeof likeBike>('PUT', '/bikes/:bikeId/likes', 'BikeLike'),
  // @ts-expect-error: the action of another endpoint
  callOf<typeof likeBike>('PUT', '/bikes/:bikeId/like', 'BikeFavorite'),
  // @ts-expect-error: the action is missing
  callOf<typeof likeBike>('PUT', '/bikes/:bikeId/like'),
  // @ts-expect-error: this endpoint's action is its method and path
  callOf<typeof shareFolder>('PUT', '/user/favorites/:folderId/share', 'ShareFolder'),
];
