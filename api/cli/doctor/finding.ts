import type { SiteDatabase } from '#api/database.ts';
import type { Config } from '#api/platform/settings/config.ts';

/** A check's result: one sentence that says what is wrong, and one that says how to fix it. */
export type Finding = { state: 'ok' | 'warning' | 'fault'; found: string; fix?: string };

export const ok = (found: string): Finding => ({ state: 'ok', found });
export const warning = (found: string, fix: string): Finding => ({ state: 'warning', found, fix });
export const fault = (found: string, fix: string): Finding => ({ state: 'fault', found, fix });

export type Deployment = {
  env: Record<string, string | undefined>;
  config: Config;
  /** Whether `config.keys` are the site's; without a key file they are made up. */
  hasKeys: boolean;
  /** Whether another account owns the data folder: files that this process writes there would be in its way. */
  isForeign: boolean;
  /** Null if there is none yet, or it does not open. */
  database: SiteDatabase | null;
  /** Where a mail is sent to try the mail server; undefined for none. */
  mailTo: string | undefined;
};

export type Check = { name: string; run(deployment: Deployment): Promise<Finding[]> };

/** Returns the message of an error, without the end of a sentence. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message || ((error as NodeJS.ErrnoException).code ?? error.name) : String(error))
    // Other servers wrote parts of it.
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\.$/, '');
