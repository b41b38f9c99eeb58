import { t } from '#contract/texts.ts';
import { emptyValues } from '../bike-defaults.ts';
import { bikeFields, motorFields } from '../bike-fields.ts';
import { frameSizeLetters } from '../bike-options.ts';
import { otherBrand } from '../bike-rules.ts';
import { frameSizeLabel } from '../option-labels.ts';
import { isCountryCode, isPlaceCode } from '../places.ts';

/** Fields of a bike that facets are read from. Older bikes may lack some. */
export type Faceted = {
  brandId: string;
  brand: string;
  category: string;
  drivetrain?: string | null;
  rearGear?: string | null;
  year: number | null;
  frameMaterial?: string | null;
  frameSize?: { kind: 'letter'; letter: string } | { kind: 'cm' | 'in'; value: number } | null;
  wheelSize?: string | null;
  brakeType?: string | null;
  suspension?: string | null;
  colors?: readonly string[];
  buildState?: string | null;
  ownership?: string | null;
  eBike?: { assistClass: string | null } | null;
  /** Where its owner rides, see `placesOf`. Empty if the owner did not tell or does not list bikes by it. */
  places?: readonly string[];
};

type Facet = {
  label: string;
  /** Returns the name of a value as it is shown. A maker's name is that of its bikes: see {@link facetLabel}. */
  labelOf(value: string): string;
  /** All values in display order; null for makers and places, whose ids are not listed here. */
  options: readonly string[] | null;
  /** Returns the bike's values. */
  of(bike: Faceted): readonly (string | null | undefined)[];
};

const { frameSize } = bikeFields;
const lengths = (unit: string, min: number, max: number) =>
  Array.from({ length: max - min + 1 }, (_, at) => `${min + at} ${unit}`);
const sizes = [...frameSizeLetters, ...lengths('cm', 10, 85), ...lengths('in', 4, 34)];

/** Returns the frame size as a facet value; lengths are rounded to whole units. */
function sizeOf({ frameSize: size }: Faceted): string | null {
  if (!size) return null;
  return size.kind === 'letter' ? size.letter : `${Math.round(size.value)} ${size.kind}`;
}

const one = (name: 'category' | 'drivetrain' | 'rearGear' | 'frameMaterial' | 'wheelSize' | 'suspension'): Facet => ({
  label: bikeFields[name].label,
  options: bikeFields[name].options,
  labelOf: bikeFields[name].labelOf,
  of: (bike) => [bike[name]],
});

/** Facets by their name in the address, in display order. */
const facets = {
  category: one('category'),
  brand: {
    label: bikeFields.brandId.label,
    options: null,
    labelOf: (name) => (name === otherBrand ? t`Other` : name),
    of: ({ brandId }) => [brandId],
  },
  drivetrain: one('drivetrain'),
  rearGear: one('rearGear'),
  frameMaterial: one('frameMaterial'),
  frameSize: { label: frameSize.label, options: sizes, labelOf: frameSizeLabel, of: (bike) => [sizeOf(bike)] },
  wheelSize: one('wheelSize'),
  brakeType: {
    label: bikeFields.brakeType.label,
    options: bikeFields.brakeType.options,
    labelOf: bikeFields.brakeType.labelOf,
    of: ({ brakeType }) => [brakeType],
  },
  suspension: one('suspension'),
  color: {
    label: t.as('field')`Color`,
    options: bikeFields.colors.options,
    labelOf: bikeFields.colors.labelOf,
    of: ({ colors }) => colors ?? [],
  },
  buildState: {
    label: bikeFields.buildState.label,
    options: bikeFields.buildState.options,
    labelOf: bikeFields.buildState.labelOf,
    of: ({ buildState }) => [buildState],
  },
  ownership: {
    label: bikeFields.ownership.label,
    options: bikeFields.ownership.options,
    labelOf: bikeFields.ownership.labelOf,
    of: ({ ownership }) => [ownership ?? emptyValues.ownership],
  },
  eBikeClass: {
    label: motorFields.assistClass.label,
    options: motorFields.assistClass.options,
    labelOf: motorFields.assistClass.labelOf,
    of: ({ eBike }) => [eBike?.assistClass],
  },
  country: {
    label: t`Country`,
    options: null,
    labelOf: (name) => name,
    of: ({ places = [] }) => places.filter(isCountryCode),
  },
  region: {
    label: t`Region`,
    options: null,
    labelOf: (name) => name,
    of: ({ places = [] }) => places.filter((code) => !isCountryCode(code)),
  },
} as const satisfies Record<string, Facet>;
export type FacetName = keyof typeof facets;
export const facetNames = Object.keys(facets) as FacetName[];
/** Returns a facet's definition by its name. */
export const facetOf = (name: FacetName): Facet => facets[name];

/** Returns a bike's values of a facet. */
export const facetValues = (name: FacetName, bike: Faceted): string[] =>
  facetOf(name)
    .of(bike)
    .filter((value): value is string => Boolean(value));

/**
 * Label of a value in English. A maker's name is stored with its bikes; unlisted makers share one value without a name.
 * A place has its code, which the server replaces by the name.
 */
export const facetLabel = (name: FacetName | undefined, value: string, brand: string): string =>
  name === 'brand' && value !== otherBrand ? brand : value;

/** Facets whose values are codes of places. */
export const placeFacets = ['country', 'region'] as const satisfies readonly FacetName[];
export type PlaceFacet = (typeof placeFacets)[number];
export const isPlaceFacet = (name: string): name is PlaceFacet => (placeFacets as readonly string[]).includes(name);

/** Whether a value exists. Makers and places are checked by their form only, as this file does not know all of them. */
export function isFacetValue(name: FacetName, value: string): boolean {
  if (isPlaceFacet(name)) return isPlaceCode(value) && isCountryCode(value) === (name === 'country');
  const { options } = facetOf(name);
  return options ? options.includes(value) : value === otherBrand || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value);
}
