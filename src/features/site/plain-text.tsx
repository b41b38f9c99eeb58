import { Fragment } from 'react';
import { languageOfText } from '#src/ui/language-of-text.ts';

const item = /^[-*•] +/;

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: The text is replaced as a whole.
    <Fragment key={place}>
      {place > 0 && <br />}
      <span>{line}</span>
    </Fragment>
  ));
}

/** Shows a typed text: empty lines separate paragraphs, and lines that begin with a dash are a list. */
export function PlainText({ text }: { text: string }) {
  return text.split(/\n\s*\n/).map((paragraph, place) => {
    const lines = paragraph.split('\n');
    const key = `${place}`;
    if (!lines.every((line) => item.test(line)))
      return (
        <p key={key} dir="auto" lang={languageOfText(paragraph)}>
          <Lines lines={lines} />
        </p>
      );
    return (
      <ul key={key} dir="auto" lang={languageOfText(paragraph)}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: The text is replaced as a whole.
          <li key={at}>{line.replace(item, '')}</li>
        ))}
      </ul>
    );
  });
}
