import { ownLanguage } from '#contract/languages.ts';
import { currentLanguage } from './languages.ts';

/** Formats a day in UTC in the language of the request or of the mail: 4 July 2099. */
export function longDay(date: Date): string {
  const language = currentLanguage();
  const region = language === ownLanguage ? 'en-GB' : language;
  return new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** Formats a moment in UTC in the language of the request or of the mail: 4 July 2099 at 14:05 UTC. */
export function longMoment(date: Date): string {
  const language = currentLanguage();
  const region = language === ownLanguage ? 'en-GB' : language;
  const formatted = new Intl.DateTimeFormat(region, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${formatted.format(date)} UTC`;
}
