import * as v from 'valibot';

/** How many bikes a list page holds unless told otherwise. */
export const pageSize = 24;

/** A list is asked for with the last page's `next`, and how many items at most. */
export const PageQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(300))),
  limit: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(50))),
});
export type PageQuery = v.InferOutput<typeof PageQuery>;

/** One page of a list; `next` is opaque and null on the last page. */
export const pageOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ items: v.array(item), next: v.nullable(v.string()) });
export type Page<T> = { items: T[]; next: string | null };
