import * as v from 'valibot';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { Person } from './people.ts';

/** Kinds of things that are suggested. */
const suggestedKinds = ['member', 'model', 'tag'] as const;
export type SuggestedKind = (typeof suggestedKinds)[number];

/** Maximum number of suggestions. */
export const maxSuggestions = 12;

/**
 * Why something is suggested: for bikes that are the member's own, that they like or that they have in their favorites,
 * or for a bike of the week that runs, one that is popular, or a new one.
 */
const SuggestionReason = v.variant('because', [
  v.object({
    because: v.picklist(['own', 'liked', 'kept']),
    /** Number of bikes that are the reason; a single one comes with its maker and model. */
    count: v.number(),
    bike: v.optional(v.object({ brand: v.string(), model: v.string() })),
  }),
  v.object({ because: v.literal('ranked'), rank: v.number() }),
  v.object({ because: v.literal('popular') }),
  v.object({ because: v.literal('recent') }),
]);
export type SuggestionReason = v.InferOutput<typeof SuggestionReason>;

/** Something that the member may want to follow. `kind`, `key` and `name` as in `follows.ts`. */
export const Suggestion = v.object({
  kind: v.picklist(suggestedKinds),
  key: v.string(),
  name: v.string(),
  /** The suggested member. */
  person: v.optional(Person),
  /** A bike of theirs, or one with the model or tag. */
  bike: BikeCard,
  reason: SuggestionReason,
});
export type Suggestion = v.InferOutput<typeof Suggestion>;

/**
 * Suggests what to follow, by the member's own bikes, likes and favorites, then by the ranking of the week and by
 * popular and new bikes. Leaves out what they follow, themselves, and blocked members.
 */
export const listSuggestions = endpoint('GET', '/user/feed/suggestions', {
  reply: v.array(Suggestion),
  private: true,
  programs: true,
});
