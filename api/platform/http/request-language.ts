import type { MiddlewareHandler } from 'hono';
import { ownLanguage } from '#contract/languages.ts';
import { languageOf, withLanguage } from '../languages.ts';
import type { Visitor } from './kit.ts';

/** Answers in the language of the page that asks: refusals and mails depend on it, and nothing that is cached. */
export const requestLanguage: MiddlewareHandler<Visitor> = async (c, next) => {
  const language = languageOf(c.req.header('accept-language'));
  if (language === ownLanguage) return next();
  await withLanguage(language, next);
};
