import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { commentsPage, loginPage } from '#contract/pages.ts';
import type { ShownComment } from '#src/offline/writes/comment-overlay.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { figure } from '#src/ui/format.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/section.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import styles from './comment.module.css';
import { CommentComposer } from './comment-composer.tsx';
import { CommentList } from './comment-list.tsx';
import { useComments } from './comments.queries.ts';

interface CommentSectionProps {
  bike: Bike;
  /** The site has not heard of the bike yet, so there is nothing to ask it for. */
  unsent: boolean;
  /** Takes a row of the outbox back; the answer puts it back again. */
  takeBack: (rowId: Id) => Promise<() => Promise<void>>;
  retry: (rowId: Id) => Promise<void>;
}

const complain = (error: unknown) =>
  showToast({ words: error instanceof Error ? error.message : String(error), alert: true });

/** Goes to the comment that the address names, as soon as it is there; an older one is fetched first. */
function useNamedComment(comments: readonly ShownComment[], fetchEarlier: (() => Promise<void>) | null): void {
  const { hash } = useLocation();
  const there = comments.some((comment) => `#c-${comment.id}` === hash);
  const missing = hash.startsWith('#c-') && !there;
  const fetchOn = useRef(fetchEarlier);
  fetchOn.current = fetchEarlier;
  useEffect(() => {
    if (missing && comments.length > 0) fetchOn.current?.().catch(() => undefined);
  }, [missing, comments.length]);
  useEffect(() => {
    if (there) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [there, hash]);
}

/** What people say about a bike. */
export function CommentSection({ bike, unsent, takeBack, retry }: CommentSectionProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  const from = useSearchParams()[0].get('cursor') || undefined;
  const { state, data, error, refresh, refreshing } = useComments(bike.id, from);
  const comments = data?.comments ?? [];
  useNamedComment(comments, data?.next ? data.loadEarlier : null);
  const count = data && !data.next && !from ? comments.length : bike.counts.comments;
  const load = () => data?.loadEarlier().catch(complain);
  const earlier = data?.next && (
    <LinkButton {...(hydrated ? { onClick: load } : { to: commentsPage(bike.id, bike.slug, data.next) })}>
      Load earlier
    </LinkButton>
  );
  return (
    <Section id="comments" title="Comments" about={count > 0 && figure(count)} action={earlier}>
      {from && (
        <p>
          <LinkButton to={commentsPage(bike.id, bike.slug)}>Back to the newest</LinkButton>
        </p>
      )}
      {state === 'loading' && !unsent && bike.counts.comments > 0 && <p className="quiet">Loading comments.</p>}
      {state === 'missing' && !unsent && (
        <p className="quiet">The comments are not on this device. They will load when there is signal.</p>
      )}
      {(state === 'failed' || state === 'gone') && !unsent && (
        <p className="quiet">
          {error?.message}{' '}
          <LinkButton aria-busy={refreshing} onClick={refresh}>
            Retry
          </LinkButton>
        </p>
      )}
      {(unsent || state === 'ready') && comments.length === 0 && <p className="quiet">No comments yet.</p>}
      <CommentList bike={bike} comments={comments} takeBack={takeBack} retry={retry} />
      {user ? (
        <CommentComposer bike={bike} user={user} />
      ) : (
        <p className={styles.login}>
          <Button look="quiet" to={loginPage(pathname)}>
            Log in to comment
          </Button>
        </p>
      )}
    </Section>
  );
}
