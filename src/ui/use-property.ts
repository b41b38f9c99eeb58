import { createContext, useContext, useInsertionEffect } from 'react';

/** The rules of one drawn page, by class: it carries them in its head. */
type Rules = Map<string, string>;

/** Where a page that is drawn without a browser collects its rules; null in a browser. */
export const RulesContext = createContext<Rules | null>(null);

/** What may stand in a value: colors, ratios and lengths, and nothing that could end the rule. */
const plain = /^[\w\s./%()-]+$/;

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
 * The class that gives its element a custom property of this value. The site's policy forbids style attributes in a
 * page that is drawn without a browser, so the value stands in a sheet.
 */
export function useProperty(property: `--${string}`, value: string | undefined): string | undefined {
  const rules = useContext(RulesContext);
  const name = value && plain.test(value) ? `${property.slice(2)}-${value.replace(/\W+/g, '_')}` : undefined;
  const rule = `.${name}{${property}:${value}}`;
  if (name) rules?.set(name, rule);
  useInsertionEffect(() => {
    if (name) write(name, rule);
  }, [name, rule]);
  return name;
}
