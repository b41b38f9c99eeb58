import { Note } from '#src/ui/note.tsx';

/** Says that a bike was stolen, and where that is reported. */
export function StolenNote({ url }: { url: string }) {
  return (
    <Note state="failed">
      This bike was stolen.{' '}
      {url && (
        <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank">
          See the report
        </a>
      )}
    </Note>
  );
}
