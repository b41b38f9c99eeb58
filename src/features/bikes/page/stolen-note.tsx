import { Note } from '#src/ui/note.tsx';

/** Notice that the bike was stolen, with a link to the report. */
export function StolenNote({ url }: { url: string }) {
  return (
    <Note state="failed">
      <span>This bike was stolen.</span>{' '}
      {url && (
        <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank">
          See the report
        </a>
      )}
    </Note>
  );
}
