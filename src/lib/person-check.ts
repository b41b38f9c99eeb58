import { createValue } from './value.ts';

/** A check that somebody is asked for. */
export type PersonCheck = {
  /** Who checks. */
  vendor: string;
  /** Takes the vendor's token; null when there is none. */
  done(token: string | null): void;
};

/** The check that is asked for now: a dialog shows it. */
export const personCheck = createValue<PersonCheck | null>(null);

/** Has whoever is here checked. @returns the vendor's token; null when there is none */
export function askForCheck(vendor: string): Promise<string | null> {
  personCheck.get()?.done(null);
  return new Promise((resolve) => {
    const done = (token: string | null) => {
      personCheck.set(null);
      resolve(token);
    };
    personCheck.set({ vendor, done });
  });
}
