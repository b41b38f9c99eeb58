import { getBike } from '#contract/bike-whole.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';

const rest = { name: 'x', save: async () => undefined };

/** Definitions that the compiler must reject. */
export const refused = [
  defineQuery({
    ...rest,
    endpoint: getBike,
    request: (bikeId: string) => ({ params: { bikeId } }),
    // @ts-expect-error: visitors read a public endpoint, too
    read: async ({ user }) => withSavedAt(user.id),
  }),
  // @ts-expect-error: a subject that is no string needs a key
  defineQuery({
    ...rest,
    endpoint: getBike,
    request: ({ id }: { id: string }) => ({ params: { bikeId: id } }),
    read: async () => withSavedAt(1),
  }),
  defineQuery({
    ...rest,
    endpoint: getBike,
    // @ts-expect-error: a parameter of the path is missing
    request: (_: string) => ({ params: {} }),
    read: async () => withSavedAt(1),
  }),
];

const liked = defineQuery({
  ...rest,
  endpoint: getViewerState,
  request: (bikeId: string) => ({ params: { bikeId } }),
  read: async ({ user }) => withSavedAt({ id: user.id }),
});

export function useRefused(): string | undefined {
  // @ts-expect-error: the subject is missing
  useQuery(liked);
  const id: string | undefined = useQuery(liked, 'id').data?.id;
  return id;
}
