import type { SearchAnswer } from '#contract/search/calls.ts';
import type { Ignored } from '#contract/search/query.ts';
import { many, t } from '#contract/texts.ts';
import { listOf } from '#src/ui/lists.ts';
import { Note } from '#src/ui/note.tsx';
import { labelOf } from './search-choices.ts';
import styles from './search-notes.module.css';

interface SearchNotesProps {
  answer: Pick<SearchAnswer, 'dropped' | 'corrected'>;
  /** Parameters of the URL that were not understood. */
  ignored: readonly Ignored[];
}

const Quoted = ({ text }: { text: string }) => (
  <q>
    <bdi>{text}</bdi>
  </q>
);

/** Tells where the results differ from the request: corrected words, a dropped word, unknown parameters. */
export function SearchNotes({ answer: { dropped, corrected }, ignored }: SearchNotesProps) {
  if (!dropped && corrected.length === 0 && ignored.length === 0) return null;
  const filters = listOf(ignored.map(({ name, value }) => t`${labelOf(name)} “${value}”`));
  return (
    <div className={styles.notes}>
      {corrected.map(({ typed, read }) => (
        <Note key={typed} state="notice">
          Nothing found for <Quoted text={typed} />. Showing results for{' '}
          <strong>
            <Quoted text={read} />
          </strong>
          .
        </Note>
      ))}
      {dropped && (
        <Note state="notice">
          Few bikes match all words. Showing results without{' '}
          <strong>
            <Quoted text={dropped} />
          </strong>
          .
        </Note>
      )}
      {ignored.length > 0 && (
        <Note state="notice">
          {many(ignored.length)`Unknown filter ignored: ${filters}.|Unknown filters ignored: ${filters}.`}
        </Note>
      )}
    </div>
  );
}
