import { type Query, queryString } from '#contract/endpoint.ts';

interface HiddenProps {
  of: Query;
  /** The id of the form, where they do not stand in it. */
  form?: string;
}

/** What a form that leads to an address takes along. */
export function Hidden({ of: query, form }: HiddenProps) {
  return [...new URLSearchParams(queryString(query))].map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" form={form} name={name} value={value} />
  ));
}
