import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { BikeCard } from './bikes.ts';
import { componentSlots } from './components.ts';
import { endpoint } from './endpoint.ts';
import { Act } from './moderation.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { optionalName, requiredName } from './text.ts';

/** The subjects of pages: a maker, a model of a maker's bikes, or a part. */
export const makerKinds = ['brand', 'model', 'part'] as const;
export type MakerKind = (typeof makerKinds)[number];

/** Maximum characters of a name that moderators give. */
const maxShownName = 80;
/** Maximum characters of a name in an address. */
export const maxMakerName = 120;

/** The names of a maker and of a part, as they are shown. */
const Named = v.object({ brand: v.string(), name: v.string(), count: v.number() });
const Value = v.object({ value: v.string(), count: v.number() });

/** Fields of bikes whose values a page counts. */
export const countedFields = [
  'category',
  'frameMaterial',
  'drivetrain',
  'rearGear',
  'wheelSize',
  'brakeType',
  'handlebarType',
  'suspension',
  'buildState',
] as const;

/** A maker, a model or a part, from the visible bikes that have it. What has no data is empty. */
export const MakerPage = v.object({
  kind: v.picklist(makerKinds),
  /** By which it is followed. */
  key: v.string(),
  /** The maker's name, and that of the model or part; empty for a maker. */
  brand: v.string(),
  name: v.string(),
  /** The visible bikes that have it. Of a maker these are its own bikes, or else those with parts of it. */
  bikes: v.number(),
  isOfParts: v.boolean(),
  /** The number of newest bikes that everything below is counted from. */
  counted: v.number(),
  /** The years of the bikes; null if none is known. */
  years: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /** ISO 8601, UTC: when the first of the bikes was published. */
  since: v.string(),
  /** The most common values of each field, the most common first. */
  fields: v.array(v.object({ field: v.picklist(countedFields), values: v.array(Value) })),
  colors: v.array(Value),
  /** Grams; null if fewer than two bikes have a weight. */
  weight: v.nullable(v.object({ min: v.number(), max: v.number(), count: v.number() })),
  /** Models of the maker, or with the part; the most common first. */
  models: v.array(Named),
  /** Parts of the maker. */
  parts: v.array(Named),
  /** The places in a parts list that the part has. */
  slots: v.array(v.object({ slot: v.picklist(componentSlots), count: v.number() })),
  /** The places of the parts that owners changed first by their build histories, and the most common new parts. */
  changed: v.array(v.object({ slot: v.picklist(componentSlots), count: v.number(), parts: v.array(Named) })),
  /** The most liked ones, if there are more bikes than one page of the newest. */
  liked: v.array(BikeCard),
  /** Owners of the bikes, those with the most liked bikes first. */
  owners: v.array(Person),
});
export type MakerPage = v.InferOutput<typeof MakerPage>;

/** The names that moderators gave or merged. Private to them. */
export const MakerRules = v.object({
  /** The name that it is shown by; empty if by what members write. */
  name: v.string(),
  /** The key that it was merged into; null if it was not. */
  into: v.nullable(v.string()),
  /** The keys of the names that were merged into it. */
  merged: v.array(v.string()),
});
export type MakerRules = v.InferOutput<typeof MakerRules>;

const tooLong = t`Keep the name under ${maxMakerName} characters.`;
const Name = v.optional(v.pipe(v.string(), v.maxLength(maxMakerName, tooLong)));

/**
 * The page of a maker, or of a model or part of it, however the names are written. `not_found` if no visible bike
 * has it.
 */
export const getMaker = endpoint('GET', '/makers/:brand', {
  query: v.object({ model: Name, part: Name }),
  reply: MakerPage,
});
/** Lists its bikes, newest first. */
export const listMakerBikes = endpoint('GET', '/makers/:brand/bikes', {
  query: v.object({ ...PageQuery.entries, model: Name, part: Name }),
  reply: pageOf(BikeCard),
});

/** Moderators only. */
export const getMakerRules = endpoint('GET', '/moderation/makers/:kind/:key', {
  reply: MakerRules,
  private: true,
  programs: true,
});
/**
 * Moderators only. Says by which name something is shown, and into which other one it is merged: that one's names, as in
 * an address. What is left out is as members write it. `key` is that of a page, or one of `merged`.
 */
export const changeMakerRules = endpoint('PUT', '/moderation/makers/:kind/:key', {
  body: v.object({
    name: optionalName(maxShownName, t`Keep the name under ${maxShownName} characters.`),
    into: v.optional(
      v.nullable(
        v.object({
          brand: requiredName(maxMakerName, t`Enter the brand.`, tooLong),
          name: optionalName(maxMakerName, tooLong),
        }),
      ),
      null,
    ),
  }),
  reply: Act,
  private: true,
  programs: true,
});
