import { atom, getDefaultStore } from 'jotai/vanilla';

const store = getDefaultStore();

/** A pending check that the visitor is a person. */
export type PersonCheck = {
  vendor: string;
  /** Ends the check with the vendor's token, or null if there is none. */
  done(token: string | null): void;
};

/** The pending check; a dialog shows it. */
export const personCheckAtom = atom<PersonCheck | null>(null);

/** Asks the visitor to pass the vendor's check. Returns the vendor's token, or null if there is none. */
export function askForCheck(vendor: string): Promise<string | null> {
  store.get(personCheckAtom)?.done(null);
  return new Promise((resolve) => {
    const done = (token: string | null) => {
      store.set(personCheckAtom, null);
      resolve(token);
    };
    store.set(personCheckAtom, { vendor, done });
  });
}
