import * as v from 'valibot';

/** `cursor`: the previous page's `next`. `limit`: maximum items. */
export const PageQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(300))),
  limit: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(50))),
});
export type PageQuery = v.InferOutput<typeof PageQuery>;

/** A page of a list. `next` is opaque, and null on the last page. */
export const pageOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ items: v.array(item), next: v.nullable(v.string()) });
export type Page<T> = { items: T[]; next: string | null };
