import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { AuthUser } from '#contract/auth.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import { type Answered, answeredOf, nobody } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { commentsPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { keepUnfinished, unfinished } from '#src/lib/unfinished.ts';
import { AboutUpdate } from './about-update.tsx';
import { CommentForm } from './comment-form.tsx';
import { writeComment } from './comments.actions.ts';
import type { ShownComment } from './comments.queries.ts';
import { InReplyTo } from './in-reply-to.tsx';
import type { Composer } from './use-composer.ts';

const keyOf = (bike: Bike, user: AuthUser) => `comment:${bike.id}:${user.id}`;

interface CommentComposerProps {
  bike: Bike;
  user: AuthUser;
  /** The shown comments do not include the newest, so a new one would not follow them. */
  isInContext: boolean;
  composer: Composer;
  /** The update that a new comment is about unless it refers to something else. */
  about: Id | null;
  /** The shown comments, among which the answered one may be. */
  shown: readonly ShownComment[];
}

/** A comment as its reply shows it; one that is not loaded is known by its id only. */
function answeredAmong(shown: readonly ShownComment[], id: Id): Answered {
  const found = shown.find((one) => one.id === id);
  return found ? answeredOf(found) : { id, author: nobody, text: '', status: 'Active' };
}

/** Form for a new comment; unsent text survives a reload. */
export function CommentComposer({ bike, user, isInContext, composer, about, shown }: CommentComposerProps) {
  const navigate = useNavigate();
  const key = keyOf(bike, user);
  const initial = useMemo(() => unfinished(key), [key]);
  const { replyTo, box, leaveOut } = composer;
  const answered = shown.find(({ id }) => id === replyTo);
  // A reply is about what the answered comment is about.
  const updateId = replyTo ? (answered?.updateId ?? null) : (composer.about ?? about);
  const all = commentsPage(bike.id, bike.slug);
  const post = async (text: string) => {
    await writeComment(cardOf(bike), user.id, text, { replyTo, updateId });
    leaveOut();
    if (isInContext || updateId !== about) await navigate(all);
  };
  const takeOut = () => {
    // Only comments about the update are listed.
    if (!replyTo && about) void navigate(all);
    leaveOut();
  };
  return (
    <CommentForm
      key={key}
      action="AddComment"
      label="Write a comment"
      userId={user.id}
      bikeId={bike.id}
      initial={initial}
      box={box}
      reference={
        replyTo ? (
          <InReplyTo answered={answeredAmong(shown, replyTo)} replyId={null} />
        ) : (
          updateId && <AboutUpdate bike={bike} updateId={updateId} isDraft />
        )
      }
      leaveOutLabel={replyTo ? t`Don't reply to this comment` : t`Comment on the bike instead`}
      onLeaveOut={takeOut}
      onSubmit={post}
      onChange={(text) => keepUnfinished(key, text)}
    />
  );
}
