import * as v from 'valibot';

/**
 * Checks the maximum length of a text or list before its own schema runs, so that oversized input costs no more than
 * valid input. Text is counted in UTF-16 units.
 */
export function atMost<S extends v.GenericSchema<string> | v.GenericSchema<unknown[]>>(
  schema: S,
  max: number,
  message?: string | (() => string),
): S {
  const bound = v.maxLength<string | unknown[], number, string | (() => string) | undefined>(max, message);
  return {
    ...schema,
    // Read by the generator of the API description.
    pipe: [schema, bound],
    '~run'(dataset, config) {
      const { value } = dataset;
      if (typeof value !== 'string' && !Array.isArray(value)) return schema['~run'](dataset, config);
      const { issues } = bound['~run']({ typed: true, value }, config);
      return issues ? { typed: false, value, issues } : schema['~run'](dataset, config);
    },
  };
}
