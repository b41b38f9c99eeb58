import { useRef, useState } from 'react';
import { countExport, type ExportCounts } from '#contract/export.ts';
import type { Id } from '#contract/ids.ts';
import { useResult } from '#src/actions/use-result.ts';
import { isUnderWay, sentencesOf } from '#src/lib/result.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { counted } from '#src/ui/format.ts';
import { Download } from '#src/ui/icons.js';
import { listed } from '#src/ui/listed.ts';
import { Note } from '#src/ui/note.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { countOwnExport, exportAddress } from './export.actions.ts';
import styles from './export-data.module.css';

/** Names the main kinds that there are; '' when there is nothing. */
const textOf = (counts: ExportCounts): string =>
  listed(
    ['bike', 'photo', 'comment', 'like', 'favorite', 'flag'].flatMap((name) => {
      const count = counts[`${name}s`] ?? 0;
      return count > 0 ? [counted(count, name)] : [];
    }),
  );

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
    setBegun(`Your download has started${text && `: ${text}`}.`);
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
