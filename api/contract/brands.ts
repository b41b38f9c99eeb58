import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { fold } from './text.ts';

/** A maker with its models; `aliases` are what people write besides its name. */
export const Brand = v.object({
  id: v.string(),
  name: v.string(),
  aliases: v.array(v.string()),
  models: v.array(v.string()),
});
export type Brand = v.InferOutput<typeof Brand>;

/** The makers that the form suggests, with their models. */
export const listBrands = endpoint('GET', '/brands', { reply: v.array(Brand) });

/** The letters and digits of a name of a maker or a model, by which they are compared: `C'dale` is `cdale`. */
export const nameKey = (name: string): string =>
  fold(name)
    .replaceAll(/\band\b|&/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Its keys in each way of typing it: `Müller` is Muller to some and Mueller to others. */
export const nameKeys = (name: string): string[] => {
  const spelled = name.normalize('NFC').replaceAll(/[Ää]/g, 'ae').replaceAll(/[Öö]/g, 'oe').replaceAll(/[Üü]/g, 'ue');
  return [...new Set([nameKey(name), nameKey(spelled)])];
};
