import type { AuthUser } from '#contract/auth.ts';
import { emptyValues } from '#contract/bike-defaults.ts';
import type { BikeFieldName } from '#contract/bike-fields.ts';
import { titleOf } from '#contract/bike-names.ts';
import type { PublishedBike } from '#contract/bike-whole.ts';
import { type Id, newId } from '#contract/ids.ts';
import { omit } from '#contract/omit.ts';
import { createDraft } from '#src/features/drafts/drafts.ts';
import { readOwnBike } from './edit.queries.ts';
import { fieldsOf } from './field-values.ts';

/** The values of a bike that its owner writes. */
type BikeValues = Pick<PublishedBike, BikeFieldName>;

/** Fields that belong to one bike, not to the next build of the same model. */
const ownFields = [
  ...['nickname', 'weightG', 'weightIncludes', 'story', 'videoUrl', 'history'],
  ...['ownership', 'registryUrl', 'acquiredYear', 'shop', 'priceMinor', 'currency', 'pricePublic'],
] as readonly BikeFieldName[];

/** `copyOf`: the name of the member's bike that the values are from. `isToCheck`: whether each value is to be checked. */
type From = { copyOf?: string; isToCheck?: boolean };

/** Creates a draft from what is known of a bike. Parts become rows of their own. Returns its id. */
export function draftOfValues(
  userId: Id,
  known: Partial<BikeValues>,
  { copyOf, isToCheck = false }: From = {},
): Promise<Id> {
  const components = (known.components ?? []).map((part) => ({ ...part, id: newId() }));
  const fields = fieldsOf({ ...(emptyValues as BikeValues), ...known, components });
  return createDraft(userId, Date.now(), {
    fields,
    ...(copyOf && { copyOf }),
    ...(isToCheck && { toCheck: Object.keys(known) }),
  });
}

/**
 * Creates a draft of the next build of the member's bike, also offline if the bike is cached. Returns its id.
 * @throws ApiFailure if the bike is neither available online nor cached
 */
export async function duplicateBike(user: AuthUser, id: Id): Promise<Id> {
  const { bike } = await readOwnBike(user, id);
  return draftOfValues(user.id, omit(bike, ...ownFields) as Partial<BikeValues>, { copyOf: titleOf(bike) });
}
