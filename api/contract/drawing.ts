import type { Envelope } from './envelope.ts';

/** What the API answered to one call. */
export type GivenAnswer = { status: number; envelope: Envelope<unknown> };

/** What a page is drawn with. */
export type Given = {
  /** Where the site is, without a path. */
  origin: string;
  /** By the path of each call, query included. */
  answers: Readonly<Record<string, GivenAnswer>>;
  /** The path that it was drawn for, where that is not its own: all addresses that lead nowhere have one page. */
  at?: string;
  /** Whether its photos are small, for who saves data. */
  small?: boolean;
  /** When the device kept the page, milliseconds since the epoch; none in a page that comes from the site. */
  keptAt?: number;
};

/** A page as a stranger sees it. */
export type Drawn = {
  title: string;
  /** What belongs into the head, and what into the page's root. */
  head: string;
  html: string;
  /** The rules that stand in for style attributes. */
  rules: string;
  /** The calls that it was drawn without, though it asks for them. */
  wanted: string[];
  /** The source of the screen, below the project's folder; empty for home, which is part of every page. */
  screen: string;
  /** It is the page of an address that leads nowhere. */
  nowhere: boolean;
};
