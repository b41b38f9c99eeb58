import { Heart } from 'lucide-react';
import { useLocation } from 'react-router';
import type { BikeCard } from '#contract/bikes.ts';
import { refusal } from '#contract/may.ts';
import { loginPage } from '#contract/pages.ts';
import { useChoice } from '#src/forms/use-choice.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { setLike } from './likes.actions.ts';

interface LikeButtonProps {
  bike: BikeCard;
  liked: boolean;
  /** Id of the text that explains why an owner cannot like the bike. */
  whyNot?: string;
}

/** Like button with an optimistic update. A visitor logs in first. */
export function LikeButton({ bike, liked, whyNot }: LikeButtonProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const { on, choose } = useChoice(
    `${user?.id} ${bike.id}`,
    liked,
    async (next) => user && setLike(bike, user.id, next),
  );
  const face = (
    <>
      <Heart className="icon" aria-hidden="true" />
      {on ? 'Liked' : 'Like'}
    </>
  );
  if (!user) {
    return (
      <Button look="quiet" to={loginPage(pathname)}>
        {face}
      </Button>
    );
  }
  const isOwn = refusal('bike.like', user, bike) === 'like.own';
  return (
    <Button
      look="quiet"
      aria-pressed={on}
      aria-disabled={isOwn}
      aria-describedby={isOwn ? whyNot : undefined}
      onClick={() => choose(!on)}
    >
      {face}
    </Button>
  );
}
