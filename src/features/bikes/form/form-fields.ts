import type { FieldValue } from '#src/offline/vault.ts';

/** What the parts of the bike's form read and write. Fields have the contract's names. */
export interface FormFields {
  /** What a field holds, as text. */
  text(field: string): string;
  /** What a field with several choices holds. */
  list(field: string): readonly string[];
  change(fields: Record<string, FieldValue>): void;
  /** The sentences about a field. */
  errors(field: string): readonly string[];
}
