// Known bike makers and their models.
import { readFileSync } from 'node:fs';
import type {
  Category,
  drivetrains,
  frameMaterials,
  rearGears,
  suspensions,
  wheelSizes,
} from '#contract/bike-options.ts';
import { nameKey, nameKeys } from '#contract/brands.ts';

/** A model and one typical build of it. */
interface CatalogModel {
  name: string;
  category: Category;
  drivetrain: (typeof drivetrains)[number];
  rearGear: (typeof rearGears)[number];
  frameMaterial: (typeof frameMaterials)[number];
  wheelSize: (typeof wheelSizes)[number];
  suspension: (typeof suspensions)[number];
  /** First and last year in which the typical build is plausible. */
  years: [first: number, last: number];
}

export interface CatalogBrand {
  name: string;
  /** The brand's id. */
  slug: string;
  /** Other names that people write. */
  aliases: string[];
  models: CatalogModel[];
}

const all: readonly CatalogBrand[] = JSON.parse(readFileSync(new URL('./brands.json', import.meta.url), 'utf8'));
const bySlug = new Map(all.map((brand) => [brand.slug, brand]));

const byName = new Map(
  all.flatMap((brand) =>
    [brand.name, brand.slug, ...brand.aliases].flatMap(nameKeys).map((key) => [key, brand] as const),
  ),
);

export const brands = (): readonly CatalogBrand[] => all;

export const brandOf = (slug: string): CatalogBrand | undefined => bySlug.get(slug);

/** Finds the maker by a typed name, ignoring accents, case, spaces and punctuation. */
export const matchBrand = (text: string): CatalogBrand | undefined => byName.get(nameKey(text));
