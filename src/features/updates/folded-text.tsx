import { useState } from 'react';
import { t } from '#contract/texts.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LinkedText } from '#src/ui/linked-text.tsx';
import styles from './updates.module.css';

/** Lines that a folded text shows; the style sheet says so too. */
const shownLines = 12;
/** Characters that fit in the widest line, so that a text that counts as long has more lines at any width. */
const lineLength = 80;

const linesOf = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0);

/**
 * The text of an update. A long one is folded until it is opened, or until the focus reaches one of its links. Whether it
 * is long is told by its characters, so that nothing moves once the page runs.
 * @param name the update's title
 */
export function FoldedText({ text, name }: { text: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isLong = linesOf(text) > shownLines;
  const isFolded = isLong && !isOpen;
  return (
    <>
      <p
        className={isFolded ? `prose ${styles.folded}` : 'prose'}
        lang={languageOfText(text)}
        onFocus={isFolded ? () => setIsOpen(true) : undefined}
      >
        <LinkedText text={text} />
      </p>
      {isLong && (
        <LinkButton
          className="needs-script"
          aria-expanded={isOpen}
          aria-label={isOpen ? t`Show less of the update ${name}` : t`Show more of the update ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t`Show less` : t`Show more`}
        </LinkButton>
      )}
    </>
  );
}
