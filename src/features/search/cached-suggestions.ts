import { fold } from '#contract/fold.ts';
import type { Suggestions } from '#contract/search/calls.ts';
import { activeBikes } from '#src/features/bikes/active-bikes.ts';

const maxSuggestions = 4;

/** Removes duplicates and sorts by frequency, most frequent first. */
function commonest<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const counts = new Map<string, { one: T; count: number }>();
  for (const one of all) {
    const known = counts.get(keyOf(one));
    if (known) known.count += 1;
    else counts.set(keyOf(one), { one, count: 1 });
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, maxSuggestions)
    .map(({ one }) => one);
}

/** Suggestions from the cached bikes: brands, models and members with a word that begins with the text. */
export async function suggestCached(typed: string): Promise<Suggestions> {
  const wanted = fold(typed);
  // Scripts without spaces between words match anywhere.
  const start = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u.test(wanted) ? '' : ' ';
  const begins = (name: string) => ` ${fold(name)}`.includes(start + wanted);
  const bikes = await activeBikes();
  const models = bikes.map(({ brandId: id, brand, model }) => ({ id, brand, model }));
  return {
    brands: commonest(
      models.filter(({ brand }) => begins(brand)).map(({ id, brand: name }) => ({ id, name })),
      ({ id, name }) => `${id} ${name}`,
    ),
    models: commonest(
      models.filter(({ brand, model }) => begins(`${brand} ${model}`)),
      ({ id, model }) => `${id} ${model}`,
    ),
    members: commonest(
      bikes.map(({ owner }) => owner).filter(({ username }) => begins(username)),
      ({ id }) => id,
    ),
  };
}
