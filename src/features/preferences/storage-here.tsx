import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { bikePage, favoritesPage } from '#contract/pages.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useValue } from '#src/queries/use-value.ts';
import { askToPersist, isPersisted, roomHere } from '#src/storage/persist.ts';
import { memoryOnlySentence, silentSentence } from '#src/storage/storage-messages.ts';
import { storageState } from '#src/storage/storage-state.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { counted } from '#src/ui/format.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Note } from '#src/ui/note.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { type CachedThing, cachedThings, removeAllCached, removeCached } from './cached-things.ts';
import { sizeWords } from './size-words.ts';
import styles from './storage-here.module.css';

/** Number of bikes shown at first and added by each press. */
const step = 10;

type Room = { room: { used: number; most: number } | null; persisted: boolean | null };

const readRoom = async (): Promise<Room> => ({ room: await roomHere(), persisted: await isPersisted() });

/** Storage quota and persistence, read again when `turn` changes. */
function useRoom(turn: unknown): Room & { look: () => Promise<void> } {
  const [found, setFound] = useState<Room>({ room: null, persisted: null });
  const look = async () => setFound(await readRoom());
  // The cached content triggers the effect, because it changes the space used.
  useEffect(() => {
    void readRoom().then(setFound);
  }, [turn]);
  return { ...found, look };
}

function Persisting({ persisted, onAsked }: { persisted: boolean | null; onAsked: () => Promise<void> }) {
  if (persisted === null) return null;
  if (persisted) return <p>Your browser keeps this until you remove it.</p>;
  const ask = async () => {
    if (!(await askToPersist()))
      showToast({
        words: 'Your browser won’t promise that yet. Visit more often or install Headbadge, then ask again.',
      });
    await onAsked();
  };
  return (
    <>
      <p>Your browser may clear this when the device is full.</p>
      <Button look="quiet" onClick={() => void ask()}>
        Ask to keep it
      </Button>
    </>
  );
}

function Thing({ thing, onRemove }: { thing: CachedThing; onRemove: () => void }) {
  return (
    <li className={styles.thing}>
      <Link to={bikePage(thing.id, thing.slug)}>{thing.title}</Link>
      <span className="quiet small">
        {sizeWords(thing.bytes)}
        {thing.stays && ', in a folder kept offline'}
      </span>
      <LinkButton className="push" aria-label={`Remove ${thing.title}`} onClick={onRemove}>
        Remove
      </LinkButton>
    </li>
  );
}

/** Lists what is cached offline on this device, with the means to delete it. */
export function StorageHere({ userId }: { userId: Id | null }) {
  const kept = useLive('kept things', () => cachedThings(userId), [userId]);
  const { room, persisted, look } = useRoom(kept);
  const [shown, setShown] = useState(step);
  const [asking, setAsking] = useState(false);
  const state = useValue(storageState);
  if (state === 'blocked') return <Note>{memoryOnlySentence}</Note>;
  if (state === 'silent') return <Note>{silentSentence}</Note>;
  if (!kept) return null;
  const { bikes, photos, thumbnails, drafts, things } = kept;
  const removeAll = async () => {
    setAsking(false);
    await removeAllCached();
    showToast({ words: 'Removed. Your drafts and unsent items are still here.' });
  };
  return (
    <div className={styles.storage}>
      <dl className={styles.amounts}>
        <dt>{counted(bikes.count, 'bike')}, with comments</dt>
        <dd>{sizeWords(bikes.bytes)}</dd>
        <dt>{counted(photos.count, 'large photo')}</dt>
        <dd>{sizeWords(photos.bytes)}</dd>
        <dt>{counted(thumbnails.count, 'small photo')}</dt>
        <dd>{sizeWords(thumbnails.bytes)}</dd>
        {userId && (
          <>
            <dt>{counted(drafts.count, 'draft')} of yours, with photos</dt>
            <dd>{sizeWords(drafts.bytes)}</dd>
          </>
        )}
        {room && (
          <>
            <dt>Total</dt>
            <dd>
              {sizeWords(room.used)} of {sizeWords(room.most)}
            </dd>
          </>
        )}
      </dl>
      {state === 'full' && <Note state="notice">This device is full.</Note>}
      <p className="quiet small">
        When space runs out, large photos go first, then small photos, then saved pages. Drafts and unsent items are
        never deleted.
      </p>
      <Persisting persisted={persisted} onAsked={look} />
      {userId && (
        <p>
          To always keep bikes here, choose <i>Keep offline</i> on a folder of your{' '}
          <Link to={favoritesPage()}>favorites</Link>.
        </p>
      )}
      {things.length > 0 && (
        <>
          <h3>Bikes that open offline</h3>
          <ul className={styles.things}>
            {things.slice(0, shown).map((thing) => (
              <Thing key={thing.id} thing={thing} onRemove={() => void removeCached(thing.id)} />
            ))}
          </ul>
          {things.length > shown && (
            <Button look="quiet" onClick={() => setShown(shown + step)}>
              Show more
            </Button>
          )}
        </>
      )}
      {(things.length > 0 || photos.count > 0 || thumbnails.count > 0) && (
        <div>
          <Button look="quiet" onClick={() => setAsking(true)}>
            Remove all
          </Button>
        </div>
      )}
      {asking && (
        <Dialog
          title="Remove everything saved here?"
          alert
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button look="plain" onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button look="danger" onClick={() => void removeAll()}>
                Remove
              </Button>
            </>
          }
        >
          <p>Bikes, comments and photos will need signal to open again. Drafts and unsent items stay.</p>
        </Dialog>
      )}
    </div>
  );
}
