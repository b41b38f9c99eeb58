import type { ReactNode } from 'react';
import { fold } from '#contract/text.ts';

/** A name with the typed part in bold. */
export function Marked({ name, typed }: { name: string; typed: string }): ReactNode {
  const wanted = fold(typed.trim());
  const at = fold(name).indexOf(wanted);
  // Folding may change the length of a name; then nothing is marked.
  if (!wanted || at < 0 || fold(name).length !== name.length) return name;
  return (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + wanted.length)}</mark>
      {name.slice(at + wanted.length)}
    </>
  );
}
