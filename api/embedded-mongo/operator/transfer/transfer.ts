export interface TransferOptions {
  onProgress(progress: { what: string; done: number; total: number }): void;
  signal: AbortSignal;
}

/** How much was exported or imported. */
export interface Transferred {
  collections: number;
  documents: number;
}

/** Prefix of temporary collections. It has no dot: not every server renames names with one. */
export const prefix = 'importing__';
/**
 * The collection that records which export is being renamed, so that a repeated import recognizes its own documents.
 */
export const stateName = 'importing';

/** Whether a collection was left by an interrupted import. */
export const isUnfinished = (name: string): boolean => name === stateName || name.startsWith(prefix);
