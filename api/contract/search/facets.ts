import { bikeFields, motorFields } from '../bike-fields.ts';
import { frameSizeLetters } from '../bike-options.ts';
import { otherBrand } from '../bike-rules.ts';

/** The part of a bike that facets are read from. What an older bike lacks counts as nothing. */
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
};

type Facet = {
  label: string;
  /** All values, in the order in which they are shown; null where a value is any maker's id. */
  options: readonly string[] | null;
  /** The values of a bike. */
  of(bike: Faceted): readonly (string | null | undefined)[];
};

const { frameSize } = bikeFields;
const lengths = (unit: string, least: number, most: number) =>
  Array.from({ length: most - least + 1 }, (_, at) => `${least + at} ${unit}`);
const sizes = [...frameSizeLetters, ...lengths('cm', 10, 85), ...lengths('in', 4, 34)];

/** A frame's size among the sizes that can be chosen: lengths are rounded to whole ones. */
function sizeOf({ frameSize: size }: Faceted): string | null {
  if (!size) return null;
  return size.kind === 'letter' ? size.letter : `${Math.round(size.value)} ${size.kind}`;
}

const one = (name: 'category' | 'drivetrain' | 'rearGear' | 'frameMaterial' | 'wheelSize' | 'suspension'): Facet => ({
  label: bikeFields[name].label,
  options: bikeFields[name].options,
  of: (bike) => [bike[name]],
});

/** What a search can be narrowed by, by its name in the address, in the order in which it is offered. */
const facets = {
  category: one('category'),
  brand: { label: bikeFields.brandId.label, options: null, of: ({ brandId }) => [brandId] },
  drivetrain: one('drivetrain'),
  rearGear: one('rearGear'),
  frameMaterial: one('frameMaterial'),
  frameSize: { label: frameSize.label, options: sizes, of: (bike) => [sizeOf(bike)] },
  wheelSize: one('wheelSize'),
  brakeType: {
    ...{ label: bikeFields.brakeType.label, options: bikeFields.brakeType.options },
    of: ({ brakeType }) => [brakeType],
  },
  suspension: one('suspension'),
  color: { label: 'Color', options: bikeFields.colors.options, of: ({ colors }) => colors ?? [] },
  buildState: {
    ...{ label: bikeFields.buildState.label, options: bikeFields.buildState.options },
    of: ({ buildState }) => [buildState],
  },
  ownership: {
    ...{ label: bikeFields.ownership.label, options: bikeFields.ownership.options },
    of: ({ ownership }) => [ownership ?? bikeFields.ownership.usual],
  },
  eBikeClass: {
    ...{ label: motorFields.assistClass.label, options: motorFields.assistClass.options },
    of: ({ eBike }) => [eBike?.assistClass],
  },
} as const satisfies Record<string, Facet>;
export type FacetName = keyof typeof facets;
export const facetNames = Object.keys(facets) as FacetName[];
/** What the table says of a facet, whichever it is. */
export const facetOf = (name: FacetName): Facet => facets[name];

/** A bike's values of a facet. */
export const facetValues = (name: FacetName, bike: Faceted): string[] =>
  facetOf(name)
    .of(bike)
    .filter((value): value is string => Boolean(value));

/**
 * What a value is called. A maker's stands with its bikes; makers that the list lacks are one value together, which none of
 * them names.
 */
export const facetLabel = (name: FacetName | undefined, value: string, brand: string): string =>
  name === 'brand' && value !== otherBrand ? brand : value;

/** Whether there is such a value. A maker's is one in its form; nobody here knows all makers. */
export function isFacetValue(name: FacetName, value: string): boolean {
  const { options } = facetOf(name);
  return options ? options.includes(value) : value === otherBrand || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value);
}
