import { useRef, useState } from 'react';
import { countExport, type ExportCounts } from '#contract/export.ts';
import type { Id } from '#contract/ids.ts';
import { many, t } from '#contract/texts.ts';
import { useResult } from '#src/actions/use-result.ts';
import { isUnderWay, sentencesOf } from '#src/lib/result.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { Download } from '#src/ui/icons.js';
import { listOf } from '#src/ui/lists.ts';
import { Note } from '#src/ui/note.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { countOwnExport, exportAddress } from './export.actions.ts';
import styles from './export-data.module.css';

/** Names the main kinds that there are; '' when there is nothing. */
function textOf({ bikes = 0, photos = 0, comments = 0, likes = 0, favorites = 0, flags = 0 }: ExportCounts): string {
  const texts: [number, string][] = [
    [bikes, many(bikes)`# bike|# bikes`],
    [photos, many(photos)`# photo|# photos`],
    [comments, many(comments)`# comment|# comments`],
    [likes, many(likes)`# like|# likes`],
    [favorites, many(favorites)`# favorite|# favorites`],
    [flags, many(flags)`# flag|# flags`],
  ];
  return listOf(texts.filter(([count]) => count > 0).map(([, text]) => text));
}

/** Downloads everything the site stores about a member as one file. */
export function ExportData({ member }: { member: Id }) {
  const result = useResult(countExport.action);
  const [begun, setBegun] = useState('');
  const link = useRef<HTMLAnchorElement>(null);
  const isOffline = useValue(signalAtom) === 'none';
  const busy = isUnderWay(result);
  const [failed] = sentencesOf(result);
  const download = async () => {
    setBegun('');
    const found = await countOwnExport(member).catch(() => null);
    if (!found) return;
    link.current?.click();
    const text = textOf(found);
    setBegun(text ? t`Your download has started: ${text}.` : t`Your download has started.`);
  };
  return (
    <div className={styles.export}>
      <p>One ZIP: bikes, photos, comments, messages, favorites and settings.</p>
      {isOffline && <Note role="status">Downloading needs a connection.</Note>}
      {failed && (
        <Note state="failed" role="alert">
          {failed}
        </Note>
      )}
      <Button look="quiet" busy={busy} disabled={isOffline} onClick={() => void download()}>
        <Download className="icon" aria-hidden="true" />
        Download
      </Button>
      <a ref={link} href={exportAddress(member)} download hidden>
        Download
      </a>
      <p role="status">{begun}</p>
    </div>
  );
}
