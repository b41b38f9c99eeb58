import type { AuthUser } from '#contract/auth.ts';
import { emptyValues } from '#contract/bike-defaults.ts';
import type { BikeFieldName } from '#contract/bike-fields.ts';
import { titleOf } from '#contract/bike-names.ts';
import { otherBrand } from '#contract/bike-rules.ts';
import type { PublishedBike } from '#contract/bike-whole.ts';
import { type Brand, nameKey } from '#contract/brands.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { MakerPage } from '#contract/makers.ts';
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

/** `copyOf`: the name of the member's bike that the values are from. `toCheck`: fields whose values are from others. */
type From = { copyOf?: string; toCheck?: readonly BikeFieldName[] };

/** Parts become rows of their own. */
function draftOfValues(userId: Id, known: Partial<BikeValues>, { copyOf, toCheck }: From): Promise<Id> {
  const components = (known.components ?? []).map((part) => ({ ...part, id: newId() }));
  const fields = fieldsOf({ ...(emptyValues as BikeValues), ...known, components });
  return createDraft(userId, Date.now(), {
    fields,
    ...(copyOf && { copyOf }),
    ...(toCheck && { toCheck: [...toCheck] }),
  });
}

/** The values that most bikes of a model have, by field. A build differs, so its state is not among it. */
function usualValues({ years, fields }: Pick<MakerPage, 'years' | 'fields'>): Partial<BikeValues> {
  const usual = fields.flatMap(({ field, values: [first, ...others] }) => {
    const rest = others.reduce((sum, { count }) => sum + count, 0);
    return first && first.count > rest && field !== 'buildState' ? [[field, first.value]] : [];
  });
  return { ...Object.fromEntries(usual), ...(years?.from === years?.to && years && { year: years.from }) };
}

/** Creates a draft of a bike of a model, with what most such bikes have, each value to be checked. Returns its id. */
export function draftOfModel(userId: Id, page: MakerPage, brands: readonly Brand[]): Promise<Id> {
  const known = brands.find(({ name }) => nameKey(name) === nameKey(page.brand));
  const brand = known ? { brandId: known.id } : { brandId: otherBrand, brandOther: page.brand };
  const usual = usualValues(page);
  return draftOfValues(
    userId,
    { ...brand, model: page.name, ...usual },
    { toCheck: Object.keys(usual) as BikeFieldName[] },
  );
}

/**
 * Creates a draft of the next build of the member's bike, also offline if the bike is cached. Returns its id.
 * @throws ApiFailure if the bike is neither available online nor cached
 */
export async function duplicateBike(user: AuthUser, id: Id): Promise<Id> {
  const { bike } = await readOwnBike(user, id);
  return draftOfValues(user.id, omit(bike, ...ownFields) as Partial<BikeValues>, { copyOf: titleOf(bike) });
}
