import type { Ref } from 'react';
import { type LinkProps, Link as RouterLink } from 'react-router';
import { languagePath } from '#contract/texts.ts';

export * from 'react-router';

const isPath = (to: LinkProps['to']): to is string => typeof to === 'string' && /^(?!.*(?:\/\/|\/\.|[?#]$))\//.test(to);

/**
 * Replaces the router's `Link` in pages that the server renders: the same element without what a click needs, which is
 * a quarter of a render. Relative links stay the router's.
 */
export function Link({ ref, ...props }: LinkProps & { ref?: Ref<HTMLAnchorElement> }) {
  const { to, target, replace: _, state: __, reloadDocument: ___, ...rest } = props;
  if (!isPath(to)) return <RouterLink ref={ref ?? null} {...props} />;
  return <a {...rest} href={languagePath + to} target={target} data-discover="true" />;
}
