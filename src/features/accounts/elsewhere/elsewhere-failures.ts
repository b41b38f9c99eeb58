import type { OpenIdFailure } from '#contract/openid.ts';
import { t } from '#contract/texts.ts';

const sentences: Readonly<Record<OpenIdFailure, string>> = {
  cancelled: t`You cancelled on the other site, so nothing has changed. Try again, or log in another way.`,
  failed: t`The other site couldn't log you in here. Try again, or log in another way.`,
  late: t`That took too long, or it began in another browser. Try again.`,
  unreached: t`We can't reach the other site right now. Log in another way, or try again in a few minutes.`,
};

/** The sentence about a failure that an address names; null if it names none. */
export const elsewhereFailure = (why: string | null): string | null =>
  why !== null && Object.hasOwn(sentences, why) ? sentences[why as OpenIdFailure] : null;
