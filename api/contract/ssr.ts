import type { Envelope } from './envelope.ts';

/** The API's answer to one call. */
export type DehydratedAnswer = { status: number; envelope: Envelope<unknown> };

/** Data that a page is rendered with. */
export type DehydratedPage = {
  /** Origin of the site, without a path. */
  origin: string;
  /** Answers by the path of each call, including the query. */
  answers: Readonly<Record<string, DehydratedAnswer>>;
  /** The path that the page was rendered for, if it is not its own: all unknown addresses share one page. */
  at?: string;
  /** Whether photos are small, for visitors who save data. */
  small?: boolean;
  /** When the device cached the page, milliseconds since the epoch; absent in a page from the server. */
  keptAt?: number;
};

/** A server-rendered page, as visitors without a log-in see it. */
export type ServerRendered = {
  title: string;
  /** Content of the head, and of the page's root element. */
  head: string;
  html: string;
  /** CSS rules that replace style attributes. */
  rules: string;
  /** Calls whose answers the page wants but was rendered without. */
  wanted: string[];
  /** Calls whose answers the page was rendered with. */
  used: string[];
  /** Source file of the screen, relative to the project's folder; empty for home, which is part of every page. */
  screen: string;
  /** Whether this is the page for unknown addresses. */
  nowhere: boolean;
  /** The path of the page if the address has another, without the language; else empty. */
  movedTo: string;
};
