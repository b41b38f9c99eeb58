import { fold } from '#contract/fold.ts';

/** A name with the typed part in bold. */
export function Marked({ name, typed }: { name: string; typed: string }) {
  const wanted = fold(typed.trim());
  const at = fold(name).indexOf(wanted);
  // Folding may change the length of a name; then nothing is marked.
  if (!wanted || at < 0 || fold(name).length !== name.length) return <span>{name}</span>;
  return (
    <>
      <span>{name.slice(0, at)}</span>
      <mark>{name.slice(at, at + wanted.length)}</mark>
      <span>{name.slice(at + wanted.length)}</span>
    </>
  );
}
