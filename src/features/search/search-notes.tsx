import type { SearchAnswer } from '#contract/search/calls.ts';
import type { Ignored } from '#contract/search/query.ts';
import { Note } from '#src/ui/note.tsx';
import { labelOf } from './search-choices.ts';
import styles from './search-notes.module.css';

interface SearchNotesProps {
  answer: Pick<SearchAnswer, 'dropped' | 'corrected'>;
  /** What the address asks for that there is not. */
  ignored: readonly Ignored[];
}

const quoted = (words: string) => `“${words}”`;

/** What was not done as it was asked for: other words, one word less, choices that there are not. */
export function SearchNotes({ answer: { dropped, corrected }, ignored }: SearchNotesProps) {
  if (!dropped && corrected.length === 0 && ignored.length === 0) return null;
  return (
    <div className={styles.notes}>
      {corrected.map(({ typed, read }) => (
        <Note key={typed} state="notice">
          No bike says {quoted(typed)}. These are for <strong>{quoted(read)}</strong>.
        </Note>
      ))}
      {dropped && (
        <Note state="notice">
          Too few bikes match every word. These match without <strong>{quoted(dropped)}</strong>.
        </Note>
      )}
      {ignored.length > 0 && (
        <Note state="notice">
          Left out, for there is no such thing:{' '}
          {ignored.map(({ name, value }) => `${labelOf(name).toLowerCase()} ${quoted(value)}`).join(', ')}.
        </Note>
      )}
    </div>
  );
}
