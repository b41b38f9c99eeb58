import { otherBrand } from '../bike-rules.ts';
import type { Faceted } from './facets.ts';
import { brandSynonyms } from './synonyms.ts';
import { tokensOf, umlautVariants } from './tokens.ts';

/** A name shared by many bikes, suggested while typing: a maker, or a model of a maker. */
export type BikeName = {
  kind: 'brand' | 'model';
  /** Index term by which its bikes are found and counted. */
  term: string;
  id: string;
  brand: string;
  /** Empty for a maker. */
  model: string;
  /** Words by which it may be typed. */
  tokens: string[];
};

const brandOf = (bike: Pick<Faceted, 'brandId' | 'brand'>) => tokensOf(bike.brand).join(' ');

/** Returns the maker's and the model's name of a bike, when they have any words. */
export function namesOf(bike: Pick<Faceted, 'brandId' | 'brand'> & { model: string }): BikeName[] {
  const { brandId: id, brand, model } = bike;
  const [maker, called] = [brandOf(bike), tokensOf(model).join(' ')];
  const brandTerm = id === otherBrand ? `maker:${maker}` : `brand:${id}`;
  const also = (brandSynonyms[maker] ?? '').split(' ').filter(Boolean);
  const tokens = [...tokensOf(brand), ...umlautVariants(brand), ...also];
  return [
    ...(maker ? [{ kind: 'brand' as const, term: brandTerm, id, brand, model: '', tokens }] : []),
    ...(called
      ? [
          {
            kind: 'model' as const,
            term: `model:${brandTerm}/${called}`,
            id,
            brand,
            model,
            tokens: [...tokens, ...tokensOf(model), ...umlautVariants(model)],
          },
        ]
      : []),
  ];
}
