import { useContext, useInsertionEffect } from 'react';
import { defaultSiteName } from '#contract/site-color.ts';
import { RulesContext } from '#src/ui/use-property.ts';
import { useServices } from './services.queries.ts';

/** Shows the site in the color that its operator has set. @returns the site's name */
export function useSiteLook(): string {
  const { name, color } = useServices() ?? {};
  const rules = useContext(RulesContext);
  if (color) rules?.set('badge', `:root{--badge:${color}}`);
  useInsertionEffect(() => {
    // Without a value the property is removed.
    document.documentElement.style.setProperty('--badge', color ?? '');
    if (color) for (const meta of document.getElementsByName('theme-color')) meta.setAttribute('content', color);
  }, [color]);
  return name ?? defaultSiteName;
}
