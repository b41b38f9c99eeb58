import { otherBrand } from '../bike-rules.ts';
import type { Faceted } from './facets.ts';
import { brandWords } from './synonyms.ts';
import { umlautWords, wordsOf } from './words.ts';

/** What many bikes are called by, and is offered while somebody types: a maker, or a model of theirs. */
export type BikeName = {
  kind: 'brand' | 'model';
  /** By which the bikes of this name are found and counted. */
  term: string;
  /** The maker's id. */
  id: string;
  brand: string;
  /** Empty of a maker. */
  model: string;
  /** The words that it may be typed by. */
  words: string[];
};

const brandOf = (bike: Pick<Faceted, 'brandId' | 'brand'>) => wordsOf(bike.brand).join(' ');

/** The names of a bike: its maker's and its model's, where anything in them can be typed. */
export function namesOf(bike: Pick<Faceted, 'brandId' | 'brand'> & { model: string }): BikeName[] {
  const { brandId: id, brand, model } = bike;
  const [maker, called] = [brandOf(bike), wordsOf(model).join(' ')];
  const brandTerm = id === otherBrand ? `maker:${maker}` : `brand:${id}`;
  const also = (brandWords[maker] ?? '').split(' ').filter(Boolean);
  const words = [...wordsOf(brand), ...umlautWords(brand), ...also];
  return [
    ...(maker ? [{ kind: 'brand' as const, term: brandTerm, id, brand, model: '', words }] : []),
    ...(called
      ? [
          {
            ...{ kind: 'model' as const, term: `model:${brandTerm}/${called}`, id, brand, model },
            words: [...words, ...wordsOf(model), ...umlautWords(model)],
          },
        ]
      : []),
  ];
}
