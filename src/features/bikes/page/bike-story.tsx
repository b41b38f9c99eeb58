import { useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LinkedText } from '#src/ui/linked-text.tsx';
import styles from './bike-page.module.css';

/** The owner's text. A long one is clamped on wide screens and can be expanded. */
export function BikeStory({ story }: { story: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const paragraph = text.current;
    if (!paragraph) return;
    const look = () => setCut(paragraph.scrollHeight > paragraph.clientHeight + 1);
    look();
    const watch = new ResizeObserver(look);
    watch.observe(paragraph);
    return () => watch.disconnect();
  }, []);
  if (!story) return null;
  return (
    <section className={styles.story} aria-label="Story">
      <p ref={text} className={classNames('prose', !open && styles.cut)} lang={languageOfText(story)}>
        <LinkedText text={story} />
      </p>
      {cut && !open && (
        <LinkButton className={styles.readOn} onClick={() => setOpen(true)}>
          Read on
        </LinkButton>
      )}
    </section>
  );
}
