import * as v from 'valibot';

/**
 * Refuses a text or a list that is longer than `most` before anything looks into it, so that what is much too long costs
 * no more than what fits. A text counts in UTF-16 units here.
 */
export function atMost<S extends v.GenericSchema<string> | v.GenericSchema<unknown[]>>(
  schema: S,
  most: number,
  message?: string,
): S {
  const bound = v.maxLength<string | unknown[], number, string | undefined>(most, message);
  return {
    ...schema,
    // For the description of the API.
    pipe: [schema, bound],
    '~run'(dataset, config) {
      const { value } = dataset;
      if (typeof value !== 'string' && !Array.isArray(value)) return schema['~run'](dataset, config);
      const { issues } = bound['~run']({ typed: true, value }, config);
      return issues ? { typed: false, value, issues } : schema['~run'](dataset, config);
    },
  };
}
