import type { Unsent } from '#src/offline/signing-out.ts';
import { counted } from '#src/ui/format.ts';

/** What is only on this device: `2 things and 1 draft`. */
export const thingsOf = ({ rows, drafts }: Unsent): string =>
  [rows > 0 && counted(rows, 'thing'), drafts > 0 && counted(drafts, 'draft')].filter(Boolean).join(' and ');
