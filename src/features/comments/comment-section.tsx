import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { may } from '#contract/may.ts';
import { commentsPage, loginPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import type { Read } from '#src/queries/read.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { useWriting } from '#src/ui/display-preferences.ts';
import { figure } from '#src/ui/format.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/section.tsx';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { AboutUpdate } from './about-update.tsx';
import styles from './comment.module.css';
import { CommentComposer } from './comment-composer.tsx';
import { CommentList } from './comment-list.tsx';
import { setCommentsClosed } from './comments.actions.ts';
import { fromOf, type Thread, updateOf, useClosed, useComments, useCommentsInContext } from './comments.queries.ts';
import type { Composer } from './use-composer.ts';
import { useGoTo, useKeepFocus, useKeepPlace, useNamedComment } from './use-named-comment.ts';

interface CommentSectionProps {
  bike: Bike;
  /** The bike is not on the server yet, so there is nothing to fetch. */
  unsent: boolean;
  composer: Composer;
  /** Undoes a queued mutation. Returns how to restore it. */
  undoQueued: (rowId: Id) => Promise<() => Promise<void>>;
  retry: (rowId: Id) => Promise<void>;
  /** Opens the dialog to flag a comment. */
  onFlag: (commentId: Id) => void;
}

const whyNot: Partial<Record<Read<unknown>['state'], string>> = {
  loading: t`Loading the comment.`,
  ready: t`You deleted this comment or blocked its author.`,
  gone: t`This comment no longer exists.`,
  missing: t`This comment isn't saved on this device. It will load when you have signal.`,
};

/** Explains why the comment in the URL is not shown. @param shown whether it is shown */
function WhyNot({
  state,
  error,
  refresh,
  shown,
}: Pick<Read<unknown>, 'state' | 'error' | 'refresh'> & { shown: boolean }) {
  if (shown) return null;
  return (
    <p className="quiet" role="status">
      {state in whyNot && <span>{whyNot[state]}</span>}
      {state === 'failed' && (
        <>
          <span>{error?.message}</span> <LinkButton onClick={refresh}>Retry</LinkButton>
        </>
      )}
    </p>
  );
}

/** Id of the section, used as URL fragment. */
const headingId = 'comments';

/** Comments section of a bike. */
export function CommentSection({ bike, unsent, composer, undoQueued, retry, onFlag }: CommentSectionProps) {
  const writing = useWriting();
  const { user } = useSession();
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const from = fromOf(search);
  const about = updateOf(search);
  const newest = useComments(bike.id, from, about);
  const { state, error, refresh, refreshing } = newest;
  const named = useNamedComment();
  const has = (thread: Thread | null) =>
    thread !== null && [...thread.pinned, ...thread.comments].some(({ id }) => id === named);
  // A new comment may still arrive with the newest ones.
  const [asked, setAsked] = useState(false);
  if (!asked && state !== 'loading' && !refreshing) setAsked(true);
  // Comments come above the form: one that was there before them would be pushed away from who writes in it.
  const [begun, setBegun] = useState(false);
  if (!begun && (unsent || state !== 'loading')) setBegun(true);
  const isInContext = named !== null && !unsent && asked && !has(newest.data);
  const around = useCommentsInContext(bike.id, isInContext ? named : null);
  const inContext = isInContext ? around.data : null;
  const data = inContext ?? newest.data;
  const { comments = [], pinned = [], hides = false } = data ?? {};
  const isPinned = new Set(pinned.map(({ id }) => id));
  const onMove = useKeepPlace(headingId, `${[...isPinned].join()};${comments.map(({ id }) => id).join()}`);
  useGoTo(has(data) ? `c-${named}` : headingId);
  useKeepFocus(inContext?.newer != null, comments.at(-1)?.id);
  const closed = useClosed(bike);
  const count =
    data && !data.next && !from && !inContext
      ? comments.filter(({ status }) => status === 'Active').length
      : about
        ? 0
        : bike.counts.comments;
  const load = () => data?.loadEarlier().catch(complain);
  const lists = {
    bike,
    pins: newest.data?.pinned.length ?? 0,
    about,
    onReply: user && !closed ? composer.reply : null,
    onMove,
    undoQueued,
    retry,
    onFlag,
  };
  const earlier = data?.next && (hydrated || !about) && (
    <LinkButton {...(hydrated ? { onClick: load } : { to: commentsPage(bike.id, bike.slug, data.next) })}>
      Load earlier
    </LinkButton>
  );
  return (
    <Section id={headingId} title="Comments" about={count > 0 && figure(count, writing)} action={earlier}>
      {isInContext && <WhyNot {...around} shown={has(inContext)} />}
      {about && !inContext && (
        <div className={styles.filter}>
          <AboutUpdate bike={bike} updateId={about} isDraft />
          <LinkButton to={commentsPage(bike.id, bike.slug)}>Show all comments</LinkButton>
        </div>
      )}
      {(from || inContext) && (
        <p>
          <LinkButton to={commentsPage(bike.id, bike.slug)}>Back to the newest</LinkButton>
        </p>
      )}
      {state === 'loading' && !unsent && bike.counts.comments > 0 && <p className="quiet">Loading comments.</p>}
      {state === 'missing' && !unsent && (
        <p className="quiet">The comments aren't saved on this device. They will load when you have signal.</p>
      )}
      {(state === 'failed' || state === 'gone') && !unsent && (
        <p className="quiet">
          <span>{error?.message}</span>{' '}
          <LinkButton aria-busy={refreshing} onClick={refresh}>
            Retry
          </LinkButton>
        </p>
      )}
      {(unsent || state === 'ready') && comments.length === 0 && (
        <p className="quiet">{hides ? t`All comments here are from members you blocked.` : t`No comments yet.`}</p>
      )}
      <CommentList {...lists} comments={pinned} label={t`Pinned comments`} />
      <CommentList {...lists} comments={comments.filter(({ id }) => !isPinned.has(id))} />
      {inContext?.newer && (
        <p>
          <LinkButton onClick={() => void inContext.loadNewer().catch(complain)}>Load newer</LinkButton>
        </p>
      )}
      {closed && <p className={classNames('quiet', styles.login)}>Comments are closed. Earlier comments stay.</p>}
      {!closed && user && begun && (
        <CommentComposer
          bike={bike}
          user={user}
          isInContext={inContext?.newer != null}
          composer={composer}
          about={inContext ? null : about}
          shown={[...pinned, ...comments]}
        />
      )}
      {!closed && !user && (
        <p className={styles.login}>
          <Button look="quiet" to={loginPage(pathname)}>
            Log in to comment
          </Button>
        </p>
      )}
      {user && !unsent && may('bike.closeComments', user, bike) && (
        <p>
          <LinkButton onClick={() => void setCommentsClosed(cardOf(bike), user.id, !closed).catch(complain)}>
            {closed ? t`Open comments` : t`Close comments`}
          </LinkButton>
        </p>
      )}
    </Section>
  );
}
