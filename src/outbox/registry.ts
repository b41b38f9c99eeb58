import type { Mutation } from './define-mutation.ts';

/** The properties of a kind that the queue needs before its definition is loaded. */
export type Traits = {
  /** Whether it creates its target: mutations about that target wait for it. */
  readonly creates: boolean;
  /** Whether it is counted in the status bar and listed on the outbox screen by itself. */
  readonly isThing: boolean;
  /**
   * Whether only the last one of its target counts: a later one replaces a refused one even without a common
   * `coalesceKey`.
   */
  readonly isChoice?: boolean;
};

type Definitions = Readonly<Record<string, Mutation>>;

let traits: Readonly<Record<string, Traits>> = {};
let definitions: Definitions | null = null;
let load: () => Promise<unknown> = () => Promise.reject(new Error('No mutations are registered.'));

/** Registers every kind that may be stored on this device. `loadAll` must call {@link registerMutations}. */
export function registerKinds(all: Readonly<Record<string, Traits>>, loadAll: () => Promise<unknown>): void {
  traits = all;
  load = loadAll;
}

export function registerMutations(all: Definitions): void {
  definitions = all;
}

/** False for a mutation that a newer build has stored. */
export const isKnown = ({ kind }: { kind: string }): boolean => Object.hasOwn(traits, kind);

/** @throws for an unknown kind */
export function traitsOf({ kind }: { kind: string }): Traits {
  const found = traits[kind];
  if (!found) throw new Error(`Unknown mutation ${kind}.`);
  return found;
}

/** Loads every definition once. Call it before a transaction: nothing but the database may be awaited inside. */
export async function loadMutations(): Promise<void> {
  if (!definitions) await load();
}

/** Like {@link loadMutations}, but never throws. Returns whether they are loaded. */
export const triesToLoad = (): Promise<boolean> =>
  loadMutations().then(
    () => true,
    () => false,
  );

/** @throws before {@link loadMutations} has ended */
export function definitionOf({ kind }: { kind: string }): Mutation {
  const found = definitions?.[kind];
  if (!found) throw new Error(definitions ? `Unknown mutation ${kind}.` : 'The mutations are not loaded.');
  return found;
}
