import { Link, useLocation } from 'react-router';
import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import type { BikeUpdate } from '#contract/history.ts';
import type { Id } from '#contract/ids.ts';
import { refusal } from '#contract/may.ts';
import { loginPage, updateCommentsPage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { mutate } from '#src/actions/mutate.ts';
import { useChoice } from '#src/forms/use-choice.ts';
import { useSession } from '#src/session/use-session.ts';
import { LikeSwitch } from '#src/ui/like-switch.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { Reactions } from './reactions.queries.ts';
import { likeUpdateMutation, likingOf, unlikeUpdateMutation } from './update-likes.mutations.ts';
import styles from './updates.module.css';

interface UpdateReactionsProps {
  bike: Bike;
  update: BikeUpdate;
  reactions: Reactions;
  /** Begins a comment about it; null while comments are closed. */
  onComment: ((updateId: Id) => void) | null;
}

/** Likes and comments of an update. A visitor logs in first. */
export function UpdateReactions({ bike, update, reactions, onComment }: UpdateReactionsProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const { id, title } = update;
  const { on, isStoring, choose } = useChoice(
    `${user?.id} ${id}`,
    reactions.liked.includes(id),
    async (next) =>
      user && mutate(next ? likeUpdateMutation : unlikeUpdateMutation, likingOf(cardOf(bike), update), user.id),
  );
  const { likes, comments } = reactions.counts[id] ?? { likes: 0, comments: 0 };
  const isOwn = refusal('update.like', user, bike, { has: true }) === 'update.own';
  const login = loginPage(`${pathname}#u-${id}`);
  const like = (
    <LikeSwitch
      small
      on={on}
      isStoring={isStoring}
      onChoose={choose}
      login={user ? null : login}
      label={on ? t`Liked: the update ${title}` : t`Like the update ${title}`}
    />
  );
  const comment = t`Comment on the update ${title}`;
  return (
    <div className={styles.tools}>
      {!isOwn && like}
      {likes > 0 && <span className="quiet small figures">{many(likes)`# like|# likes`}</span>}
      {comments > 0 && (
        <Link className="small figures" to={updateCommentsPage(bike.id, bike.slug, id)}>
          {many(comments)`# comment|# comments`}
        </Link>
      )}
      {onComment && (
        <LinkButton aria-label={comment} {...(user ? { onClick: () => onComment(id) } : { to: login })}>
          {t.as('verb')`Comment`}
        </LinkButton>
      )}
    </div>
  );
}
