import { type Query, queryString } from '#contract/endpoint.ts';

interface HiddenProps {
  of: Query;
  /** Id of the form, if the inputs are outside of it. */
  form?: string;
}

/** Hidden inputs for the query parameters that a form keeps. */
export function Hidden({ of: query, form }: HiddenProps) {
  return [...new URLSearchParams(queryString(query))].map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" form={form} name={name} value={value} />
  ));
}
