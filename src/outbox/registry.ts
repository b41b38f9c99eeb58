import type { Mutation } from './define-mutation.ts';

/** What the queue must know of a kind before the code of its definition is loaded. */
export type Traits = {
  /** It creates its target: mutations about that target wait for it. */
  readonly creates: boolean;
  /** Counted in the status bar and listed on the outbox screen by itself. */
  readonly isThing: boolean;
  /** Only the last one of its target counts: a later one replaces a refused one, even without a key in common. */
  readonly isChoice?: boolean;
};

/** Declared by `src/registry.ts`, so that the queue's types know every kind and its code knows none. @public */
export interface Register {
  registered?: true;
}
export type MutationKind = Register extends { kind: infer Kind extends string } ? Kind : string;

type Definitions = Readonly<Record<string, Mutation>>;

let traits: Readonly<Record<string, Traits>> = {};
let definitions: Definitions | null = null;
let load: () => Promise<unknown> = () => Promise.reject(new Error('No mutations are registered.'));

/** Names every kind that may be stored on this device. `loadAll` must call {@link registerMutations}. */
export function registerKinds(all: Readonly<Record<string, Traits>>, loadAll: () => Promise<unknown>): void {
  traits = all;
  load = loadAll;
}

export function registerMutations(all: Definitions): void {
  definitions = all;
}

/** False for a mutation that a newer build has left here. */
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

/** The same for whoever can do without them. Returns whether they are loaded. */
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
