import type { Scope } from '#contract/programs.ts';
import { t } from '#contract/texts.ts';

/** What a scope lets a program do, for a list. */
export const scopeNames: Readonly<Record<Scope, string>> = {
  read: t.as('scope')`Read`,
  write: t.as('scope')`Write`,
  moderate: t.as('scope')`Moderate`,
};

/** The same in a sentence. */
export const scopeTexts: Readonly<Record<Scope, string>> = {
  read: t`Read what you can read, also your drafts and messages`,
  write: t`Publish, edit and delete in your name`,
  moderate: t`Decide flags and moderate`,
};
