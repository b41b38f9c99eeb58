import type { ReactNode } from 'react';
import type { TextPart } from '#src/ui/text-page.tsx';

/** A page under Help. */
export interface Policy {
  title: string;
  /** The description for search engines. */
  description: string;
  path: string;
  lead: ReactNode;
  parts: readonly TextPart[];
}
