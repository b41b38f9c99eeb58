export interface TransferOptions {
  onProgress(progress: { what: string; done: number; total: number }): void;
  signal: AbortSignal;
}

/** How much was exported or imported. */
export interface Transferred {
  collections: number;
  documents: number;
}

/** Collections have such names until all of them are there. No dot: not every server renames names with one. */
export const prefix = 'importing__';
/** Says which export was being put in place, so that a repeated import knows its own documents. */
export const stateName = 'importing';

/** Whether a collection is what an interrupted import left. */
export const isUnfinished = (name: string): boolean => name === stateName || name.startsWith(prefix);
