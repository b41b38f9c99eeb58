import { useLayoutEffect, useRef, useState } from 'react';
import { t } from '#contract/texts.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LinkedText } from '#src/ui/linked-text.tsx';
import styles from './favorites.module.css';
import { WordsForm } from './words-form.tsx';

/** A member's text, as others read it. */
export const Prose = ({ text, small }: { text: string; small?: boolean }) => (
  <p className={small ? `prose small ${styles.note}` : 'prose'} lang={languageOfText(text)}>
    <LinkedText text={text} />
  </p>
);

interface WordsProps {
  /** Names the text for its button: `Note on Surly Straggler`. */
  label: string;
  /** Text of the button while there is none. */
  add: string;
  hint: string;
  name: string;
  text: string;
  max: number;
  problem: (text: string) => string | null;
  onSave: (text: string) => Promise<void>;
  small?: boolean;
}

/** A text of the member's own, with a button that opens the form in its place. */
export function Words({ label, add, hint, name, text, max, problem, onSave, small = false }: WordsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // The form takes the focus with it; the button gets it back.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) {
    return (
      <WordsForm
        label={label}
        hint={hint}
        name={name}
        initial={text}
        max={max}
        problem={problem}
        onSave={onSave}
        onClose={() => setIsOpen(false)}
      />
    );
  }
  return (
    <div className={styles.words}>
      {text && <Prose text={text} small={small} />}
      <p className="small">
        <LinkButton ref={button} aria-label={text ? t`Edit: ${label}` : undefined} onClick={() => setIsOpen(true)}>
          {text ? t`Edit` : add}
        </LinkButton>
      </p>
    </div>
  );
}
