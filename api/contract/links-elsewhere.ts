import { partsOf } from './mentions.ts';
import { parseUrl } from './parse-url.ts';
import { t } from './texts.ts';
import { newMemberDays, trustOf } from './trust.ts';

/** Returns whether a text links to another site than the one with this origin. */
const linksElsewhere = (text: string, origin: string): boolean =>
  partsOf(text).some(({ kind, text: address }) => kind === 'address' && parseUrl(address)?.origin !== origin);

/** Returns why a member may not post this text; null if they may. */
export const linkProblem = (text: string, isNew: boolean, origin: string): string | null =>
  trustOf(isNew).linksElsewhere || !linksElsewhere(text, origin)
    ? null
    : t`In your first ${newMemberDays} days you can't link to other sites. Take the link out.`;
