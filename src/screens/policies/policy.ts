import type { ReactNode } from 'react';
import type { TextPart } from '#src/ui/text-page.tsx';

/** One of the pages under Help. */
export interface Policy {
  title: string;
  /** What search engines are told of it. */
  description: string;
  path: string;
  lead: ReactNode;
  parts: readonly TextPart[];
}
