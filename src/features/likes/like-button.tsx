import { useLocation } from 'react-router';
import type { BikeCard } from '#contract/bikes.ts';
import { loginPage } from '#contract/pages.ts';
import { useChoice } from '#src/forms/use-choice.ts';
import { useSession } from '#src/session/use-session.ts';
import { LikeSwitch } from '#src/ui/like-switch.tsx';
import { setLike } from './likes.actions.ts';

interface LikeButtonProps {
  bike: BikeCard;
  liked: boolean;
}

/** Like button with an optimistic update, for bikes of others. A visitor logs in first. */
export function LikeButton({ bike, liked }: LikeButtonProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const { on, isStoring, choose } = useChoice(
    `${user?.id} ${bike.id}`,
    liked,
    async (next) => user && setLike(bike, user.id, next),
  );
  return <LikeSwitch on={on} isStoring={isStoring} onChoose={choose} login={user ? null : loginPage(pathname)} />;
}
