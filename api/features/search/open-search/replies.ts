import * as v from 'valibot';

const DocCount = v.object({ doc_count: v.number() });

const Values = v.object({ buckets: v.array(v.object({ key: v.string(), ...DocCount.entries })) });
const Extreme = v.object({ value: v.nullable(v.number()) });

/** Counts of the bikes that a filter matches, and the values of their facets. */
const Filtered = v.objectWithRest(
  {
    ...DocCount.entries,
    yearFrom: v.optional(Extreme),
    yearTo: v.optional(Extreme),
    weightFrom: v.optional(Extreme),
    weightTo: v.optional(Extreme),
  },
  v.unknown(),
);

const Hits = v.object({
  total: v.object({ value: v.number() }),
  hits: v.array(v.object({ sort: v.array(v.union([v.number(), v.string()])) })),
});

export const FoundReply = v.object({ hits: Hits, aggregations: v.record(v.string(), Filtered) });
export type FoundReply = v.InferOutput<typeof FoundReply>;

export const CountsReply = v.object({ aggregations: v.object({ values: Values }) });

export const SuggestReply = v.object({
  suggest: v.record(v.string(), v.array(v.object({ options: v.array(v.object({ text: v.string() })) }))),
});

/** The buckets of a facet below a filter. */
export const bucketsOf = (filtered: v.InferOutput<typeof Filtered> | undefined, name: string) =>
  v.parse(Values, filtered?.[name] ?? { buckets: [] }).buckets;
