import type { SiteServices } from '#contract/site-services.ts';
import type { DehydratedPage } from '#contract/ssr.ts';
import { elementOf } from '#src/features/site/announcement.tsx';
import { initialServices } from '#src/features/site/site.queries.ts';

/** The rules that the operator's settings add: the badge's color, and hiding the announcement where it was dismissed. */
export function siteRulesOf({ answers }: DehydratedPage): string {
  const site = answers[initialServices.path]?.envelope.data as SiteServices | null | undefined;
  const color = site?.color ? `:root{--badge:${site.color}}` : '';
  const { id } = site?.announcement ?? {};
  return color + (id ? `[data-dismissed="${id}"] #${elementOf(id)}{display:none}` : '');
}
