import { createContext, useContext, useInsertionEffect } from 'react';

/** The CSS rules of a server-rendered page by class; they go into its head. */
type Rules = Map<string, string>;

/** Collects the rules in server rendering; null in a browser. */
export const RulesContext = createContext<Rules | null>(null);

/** Allowed values: colors, ratios and lengths, and nothing that could end the rule. */
const allowedValue = /^[\w\s./%()-]+$/;

let sheet: CSSStyleSheet | null = null;
const written = new Set<string>();

function write(name: string, rule: string): void {
  if (written.has(name)) return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.insertRule(rule);
  written.add(name);
}

/**
 * Returns a class that sets a custom property. The Content-Security-Policy forbids style attributes in server-rendered
 * pages, so the value is in a style sheet.
 */
export function useProperty(property: `--${string}`, value: string | undefined): string | undefined {
  const rules = useContext(RulesContext);
  const name = value && allowedValue.test(value) ? `${property.slice(2)}-${value.replace(/\W+/g, '_')}` : undefined;
  const rule = `.${name}{${property}:${value}}`;
  if (name) rules?.set(name, rule);
  useInsertionEffect(() => {
    if (name) write(name, rule);
  }, [name, rule]);
  return name;
}
