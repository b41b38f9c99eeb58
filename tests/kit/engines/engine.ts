import { access, constants } from 'node:fs/promises';

/** An element of a page, as its engine names it. */
export type Handle = string;
export type Key = 'Enter' | 'ArrowLeft' | 'ArrowRight';
export type Size = { width: number; height: number };

/** The actions of an engine in a tab. {@link Tab} adds how a person finds things. */
export interface TabDriver {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  /** Evaluates an expression, which may be a promise, and returns its JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** The element that an expression returns, perhaps by a promise; null without one. */
  find(expression: string): Promise<Handle | null>;
  click(element: Handle): Promise<void>;
  /** Presses the keys of a text in an element. */
  type(element: Handle, text: string): Promise<void>;
  /** Presses a key where the focus is. */
  press(key: Key): Promise<void>;
  /** Types a text by an input method: its reading, the converted text, and the Enter that takes it. */
  compose(element: Handle, reading: string, text: string): Promise<void>;
  upload(element: Handle, files: readonly string[]): Promise<void>;
  resize(size: Size): Promise<void>;
  /** A PNG of what is visible. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A running browser. */
export interface BrowserDriver {
  /** Its name and version. */
  readonly title: string;
  /** Errors that pages wrote to the console. */
  readonly errors: string[];
  newTab(): Promise<TabDriver>;
  /** Ends the browser like a person: its profile is complete. */
  end(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  /** Packages of a Debian system that have it. */
  readonly packages: string;
  /** Returns what this machine lacks; null if the engine can be launched. */
  missing(): Promise<string | null>;
  /** @param profile folder that outlives the browser */
  launch(profile: string): Promise<BrowserDriver>;
}

/** Returns the first program of these that exists. */
export async function programOf(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const works = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (works) return path;
  }
  return null;
}
