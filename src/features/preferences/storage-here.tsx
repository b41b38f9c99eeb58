import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { titleOf } from '#contract/bike-names.ts';
import type { Id } from '#contract/ids.ts';
import { bikePage, favoritesPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { askToPersist } from '#src/storage/persist.ts';
import { hungSentence, memoryOnlySentence } from '#src/storage/storage-messages.ts';
import { storageStateAtom } from '#src/storage/storage-state.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { X } from '#src/ui/icons.js';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Note } from '#src/ui/note.tsx';
import { Photo } from '#src/ui/photo.tsx';
import { Section } from '#src/ui/section.tsx';
import { sizeParts, sizeText } from '#src/ui/size-text.ts';
import { showToast } from '#src/ui/toast-store.ts';
import { useValue } from '#src/ui/use-value.ts';
import { type CachedThing, type CachedThings, cachedThings, removeAllCached, removeCached } from './cached-things.ts';
import styles from './storage-here.module.css';
import { useRoom } from './use-room.ts';

/** Number of bikes shown at first and added by each press. */
const step = 10;

interface AmountsProps {
  cached: CachedThings;
  /** Bytes that the browser counts; null where it does not say. */
  used: number | null;
  withDrafts: boolean;
}

/** How much of what is stored here. */
function Amounts({ cached, used, withDrafts }: AmountsProps) {
  const rows = [
    { name: t`Bikes and comments`, ...cached.bikes },
    { name: t`Large photos`, ...cached.photos },
    { name: t`Small photos`, ...cached.thumbnails },
    ...(withDrafts ? [{ name: t`Drafts`, ...cached.drafts }] : []),
  ];
  const known = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const [amount, unit] = sizeParts(Math.max(used ?? 0, known));
  return (
    <>
      <p className={styles.total}>
        <span>{amount}</span> <small>{t`${unit} on this device`}</small>
      </p>
      <table className={styles.amounts}>
        <tbody>
          {rows.map(({ name, count, bytes }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="quiet">{count}</td>
              <td>{sizeText(bytes)}</td>
            </tr>
          ))}
          {used !== null && used > known && (
            <tr>
              <th scope="row">The app itself</th>
              <td />
              <td>{sizeText(used - known)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  );
}

function Persisting({ persisted, onAsked }: { persisted: boolean; onAsked: () => Promise<void> }) {
  if (persisted) return <p>Protected. Your browser keeps them until you remove them.</p>;
  const ask = async () => {
    if (!(await askToPersist()))
      showToast({
        text: t`Your browser said no. Install Headbadge and try again.`,
      });
    await onAsked();
  };
  return (
    <>
      <p>Your browser may clear them when the device is full.</p>
      <Button onClick={() => void ask()}>Protect</Button>
    </>
  );
}

function Thing({ thing: { bike, bytes, stays }, onRemove }: { thing: CachedThing; onRemove: () => void }) {
  return (
    <li className={styles.thing}>
      <Photo photo={bike.photos[0] ?? null} alt="" sizes="6rem" />
      <div>
        <Link className="over-card" to={bikePage(bike.id, bike.slug)}>
          <bdi className={`decal ${styles.maker}`}>{bike.brand}</bdi> <strong dir="auto">{bike.model}</strong>
        </Link>
        <p className="quiet small figures">
          {[bike.year, sizeText(bytes), stays && t`in a folder kept offline`].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Button look="plain" icon aria-label={t`Remove ${titleOf(bike)}`} onClick={onRemove}>
        <X className="icon icon-small" aria-hidden="true" />
      </Button>
    </li>
  );
}

/** Lists what is cached offline on this device, with the means to delete it. */
export function StorageHere({ userId }: { userId: Id | null }) {
  const cached = useLive('cached things', () => cachedThings(userId), [userId]);
  const { room, persisted, look } = useRoom(cached);
  const [shown, setShown] = useState(step);
  const [asking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const state = useValue(storageStateAtom);
  if (state === 'blocked') return <Note>{memoryOnlySentence}</Note>;
  if (state === 'hung') return <Note>{hungSentence}</Note>;
  if (!cached) return null;
  const { things } = cached;
  const remove = async (id: Id) => {
    await removeCached(id);
    // The pressed button is gone along with its row.
    list.current?.focus();
  };
  const removeAll = async () => {
    setAsking(false);
    await removeAllCached();
    showToast({ text: t`Removed. Your drafts and unsent items are still here.` });
  };
  const isAnyCached = things.length + cached.photos.count + cached.thumbnails.count > 0;
  return (
    <div className={styles.storage}>
      <div className={styles.part}>
        <Amounts cached={cached} used={room?.used ?? null} withDrafts={Boolean(userId)} />
        {state === 'full' && <Note state="notice">This device is full.</Note>}
        <p className="quiet small">
          When space runs out, large photos go first, then small photos, then saved pages. Drafts and unsent items are
          never deleted.
        </p>
      </div>
      {persisted !== null && (
        <Section title="Protect saved bikes">
          <div className={styles.part}>
            <Persisting persisted={persisted} onAsked={look} />
          </div>
        </Section>
      )}
      <Section
        title="Bikes that open offline"
        action={isAnyCached && <LinkButton onClick={() => setAsking(true)}>Remove all</LinkButton>}
      >
        <div className={styles.part}>
          {things.length === 0 ? (
            <p>Bikes you open are saved here.</p>
          ) : (
            <ul ref={list} tabIndex={-1} aria-label="Bikes that open offline">
              {things.slice(0, shown).map((thing) => (
                <Thing key={thing.bike.id} thing={thing} onRemove={() => void remove(thing.bike.id)} />
              ))}
            </ul>
          )}
          {things.length > shown && (
            <Button look="quiet" onClick={() => setShown(shown + step)}>
              Show more
            </Button>
          )}
          {userId && (
            <p className="quiet small">
              To always keep bikes here, choose <i>Keep offline</i> on a folder of your{' '}
              <Link to={favoritesPage()}>favorites</Link>.
            </p>
          )}
        </div>
      </Section>
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
          <p>Bikes, comments and photos won’t open offline until you visit them again. Drafts and unsent items stay.</p>
        </Dialog>
      )}
    </div>
  );
}
