import { loginPage, sharedFavoritesPage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { mutate } from '#src/actions/mutate.ts';
import { useChoice } from '#src/forms/use-choice.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { Heart } from '#src/ui/icons.js';
import { likeListMutation, type NamedList, unlikeListMutation } from './list-likes.mutations.ts';
import { useListLike } from './list-likes.queries.ts';

interface ListLikeProps {
  list: NamedList;
  /** Likes when the page was made. */
  likes: number;
  isOwn: boolean;
}

/** The likes of a shared folder, with the button for others. A visitor logs in first. */
export function ListLike({ list, likes, isOwn }: ListLikeProps) {
  const { user } = useSession();
  const known = useListLike(list.shareId);
  const { on, isStoring, choose } = useChoice(
    `${user?.id} ${list.shareId}`,
    known?.liked ?? false,
    async (next) => user && mutate(next ? likeListMutation : unlikeListMutation, list, user.id),
  );
  const count = known?.likes ?? likes;
  if (isOwn && count === 0) return null;
  const content = (
    <>
      <Heart className="icon icon-small" aria-hidden="true" />
      <span>{on ? t`Liked` : t.as('verb')`Like`}</span>
    </>
  );
  return (
    <p className="row">
      {!isOwn &&
        (user ? (
          <Button
            look="quiet"
            small
            aria-pressed={on}
            data-storing={isStoring || undefined}
            onClick={() => choose(!on)}
          >
            {content}
          </Button>
        ) : (
          <Button look="quiet" small to={loginPage(sharedFavoritesPage(list.shareId))}>
            {content}
          </Button>
        ))}
      {count > 0 && <span className="quiet small figures">{many(count)`# like|# likes`}</span>}
    </p>
  );
}
