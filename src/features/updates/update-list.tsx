import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { altOf } from '#contract/bike-names.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { type BikeUpdate, type ComponentChange, newestFirst } from '#contract/history.ts';
import type { Id } from '#contract/ids.ts';
import { componentSlotLabel } from '#contract/option-labels.ts';
import { updateBikePage } from '#contract/pages.ts';
import { photoPath } from '#contract/photo-paths.ts';
import type { Photo } from '#contract/photos.ts';
import { many, t } from '#contract/texts.ts';
import { photosOfUpdate } from '#contract/update-photos.ts';
import { BikePhoto } from '#src/features/bikes/page/bike-photo.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Disclosure } from '#src/ui/disclosure.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { plainDay } from '#src/ui/format.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/section.tsx';
import { uniqueKeys } from '#src/ui/unique-keys.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { FoldedText } from './folded-text.tsx';
import type { QueueActions } from './own-updates.tsx';
import { useReactions } from './reactions.queries.ts';
import { UpdateReactions } from './update-reactions.tsx';
import styles from './updates.module.css';

// Only owners load them.
const load = () => import('./own-updates.tsx');
const UnfinishedUpdates = lazy(() => load().then((it) => ({ default: it.UnfinishedUpdates })));
const CompareButton = lazy(() => load().then((it) => ({ default: it.CompareButton })));
const UpdateTools = lazy(() => load().then((it) => ({ default: it.UpdateTools })));
// Only moderators load it.
const ModeratorTools = lazy(() => import('./moderator-tools.tsx').then((it) => ({ default: it.ModeratorTools })));
const PartsThen = lazy(() => import('./parts-then.tsx').then((it) => ({ default: it.PartsThen })));
const Lightbox = lazy(() => import('#src/features/bikes/page/lightbox.tsx').then((it) => ({ default: it.Lightbox })));

/** Updates that are shown at once; the earlier ones are folded. */
const shownAtOnce = 5;
const none: ReadonlySet<string> = new Set();

const idOf = ({ id }: BikeUpdate): string => `u-${id}`;

function Change({ change: { slot, before, after } }: { change: ComponentChange }) {
  return (
    <>
      <dt>{componentSlotLabel(slot)}</dt>
      <dd>
        {before && <del dir="auto">{before}</del>} {after && <ins dir="auto">{after}</ins>}
      </dd>
    </>
  );
}

interface PhotosProps {
  bike: Bike;
  photos: Photo[];
  waiting: boolean;
}

/** The photos of an update. Each opens large; without script its file opens. */
function Photos({ bike, photos, waiting }: PhotosProps) {
  const [at, setAt] = useState<number | null>(null);
  const [asked, setAsked] = useState(none);
  return (
    <div className={styles.photos} data-count={photos.length}>
      {photos.map((photo, place) => (
        <a
          key={photo.id}
          href={photoPath(photo.id, 1280)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            setAt(place);
          }}
        >
          <BikePhoto
            waiting={waiting}
            photo={photo}
            alt={altOf(bike, photo)}
            sizes={photos.length === 1 ? '(min-width: 576px) 24rem, 100vw' : '(min-width: 576px) 12rem, 50vw'}
          />
        </a>
      ))}
      {at !== null && (
        <Suspense>
          <Lightbox
            bike={{ ...bike, photos }}
            waiting={waiting}
            start={at}
            asked={asked}
            onAsk={(place) => setAsked(new Set([...asked, photos[place]?.id ?? '']))}
            onShow={() => undefined}
            onClose={() => setAt(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface UpdateProps {
  bike: Bike;
  update: BikeUpdate;
  /** Whether the bike waits to be sent, and perhaps its photos. */
  waiting: boolean;
  named: boolean;
  /** Its likes and comments. */
  reactions: Elements;
  /** The tools of the owner or of moderators. */
  tools: Elements;
}

// The server has not answered yet.
const isQueued = ({ photos, postedAt }: BikeUpdate): boolean => photos !== undefined && postedAt === undefined;

/** Whether the parts list of that day is told: the update or a later one has changed the list. */
const hasPartsThen = ({ history }: Bike, { date }: BikeUpdate): boolean =>
  history.some((one) => one.date >= date && one.componentChanges.some(({ partId }) => partId));

function Update({ bike, update, waiting, named, reactions, tools }: UpdateProps) {
  const [then, setThen] = useState(false);
  const preferences = useDisplayPreferences();
  const { date, title, text, componentChanges } = update;
  const changeKeys = uniqueKeys(componentChanges.map(({ slot }) => slot));
  const photos = photosOfUpdate(update, bike.photos);
  const queued = isQueued(update);
  return (
    <li
      id={idOf(update)}
      tabIndex={named ? -1 : undefined}
      className={classNames(styles.update, queued && styles.waiting, named && styles.named)}
    >
      <header>
        <time dateTime={date} lang={preferences.writing?.language} className="quiet small figures">
          {plainDay(new Date(date), preferences)}
        </time>
        <h3 dir="auto" lang={languageOfText(title)}>
          {title}
        </h3>
      </header>
      {text && <FoldedText text={text} name={title} />}
      {componentChanges.length > 0 && (
        <dl className={styles.changes}>
          {componentChanges.map((change, place) => (
            <Change key={changeKeys[place]} change={change} />
          ))}
        </dl>
      )}
      {photos.length > 0 && <Photos bike={bike} photos={photos} waiting={queued || waiting} />}
      {hasPartsThen(bike, update) && (
        <LinkButton className="needs-script" aria-haspopup="dialog" onClick={() => setThen(true)}>
          All parts on that day
        </LinkButton>
      )}
      {then && (
        <Suspense>
          <PartsThen bike={bike} update={update} onClose={() => setThen(false)} />
        </Suspense>
      )}
      {(reactions || tools) && (
        <div className={styles.foot}>
          {reactions}
          {tools}
        </div>
      )}
    </li>
  );
}

/** The id of the element that the address's fragment names if it is an update; it is scrolled to and takes the focus. */
function useNamedUpdate(): string | null {
  const { key, hash } = useLocation();
  // The server never sees the fragment.
  const named = useHydrated() && hash.startsWith('#u-') ? hash.slice(1) : null;
  // Following the same link again scrolls again.
  useEffect(() => {
    const element = key && named ? document.getElementById(named) : null;
    element?.scrollIntoView();
    element?.focus({ preventScroll: true });
  }, [key, named]);
  return named;
}

interface UpdateListProps extends QueueActions {
  bike: Bike;
  /** Whether the bike waits to be sent, and perhaps its photos. */
  waiting: boolean;
  /** Whether the viewer is the owner, who may change it. */
  isOwn: boolean;
  /** Whether likes and comments are shown: everybody can see the bike. */
  isOpen: boolean;
  /** Begins a comment about an update; null while comments are closed. */
  onComment: ((updateId: Id) => void) | null;
}

/** The updates of a bike, the latest day first. */
export function UpdateList({ bike, waiting, isOwn, isOpen, onComment, ...queue }: UpdateListProps) {
  const { user } = useSession();
  const isModerator = Boolean(user?.moderator || user?.operator);
  const named = useNamedUpdate();
  const all = newestFirst(bike.history);
  const reactions = useReactions(bike.id, isOpen && all.length > 0);
  if (all.length === 0 && !isOwn) return null;
  const later = all.slice(0, shownAtOnce);
  const earlier = all.slice(shownAtOnce);
  const itemOf = (update: BikeUpdate) => (
    <Update
      key={update.id}
      bike={bike}
      update={update}
      waiting={waiting}
      named={named === idOf(update)}
      reactions={
        isOpen &&
        !isQueued(update) && <UpdateReactions bike={bike} update={update} reactions={reactions} onComment={onComment} />
      }
      tools={
        (isOwn || isModerator) && (
          <Suspense>
            {isOwn ? (
              <UpdateTools bike={bike} update={update} {...queue} />
            ) : (
              <ModeratorTools bike={bike} update={update} />
            )}
          </Suspense>
        )
      }
    />
  );
  const post = (
    <Button small look="quiet" to={updateBikePage(bike.id)}>
      Post an update
    </Button>
  );
  return (
    <Section title={t`Updates`} about={all.length > 0 && <span>{all.length}</span>} action={isOwn && post}>
      {isOwn && (
        <Suspense>
          <UnfinishedUpdates bikeId={bike.id} />
        </Suspense>
      )}
      {isOwn && (
        <Suspense>
          <CompareButton bike={bike} />
        </Suspense>
      )}
      {all.length === 0 && <p className="quiet">New parts, a repair, a ride: post it, and followers see it.</p>}
      {all.length > 0 && <ol className={styles.updates}>{later.map(itemOf)}</ol>}
      {earlier.length > 0 && (
        <Disclosure
          title={many(earlier.length)`# earlier update|# earlier updates`}
          wanted={earlier.some((update) => named === idOf(update))}
        >
          <ol className={styles.updates}>{earlier.map(itemOf)}</ol>
        </Disclosure>
      )}
    </Section>
  );
}
