import { loginPage, sharedFavoritesPage } from '#contract/pages.ts';
import { many } from '#contract/texts.ts';
import { mutate } from '#src/actions/mutate.ts';
import { useChoice } from '#src/forms/use-choice.ts';
import { useSession } from '#src/session/use-session.ts';
import { LikeSwitch } from '#src/ui/like-switch.tsx';
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
  const login = user ? null : loginPage(sharedFavoritesPage(list.shareId));
  return (
    <p className="row">
      {!isOwn && <LikeSwitch small on={on} isStoring={isStoring} onChoose={choose} login={login} />}
      {count > 0 && <span className="quiet small figures">{many(count)`# like|# likes`}</span>}
    </p>
  );
}
