import { useLocation } from 'react-router';
import type { BikeCard } from '#contract/bikes.ts';
import { loginPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useChoice } from '#src/forms/use-choice.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { Heart } from '#src/ui/icons.js';
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
  const content = (
    <>
      <Heart className="icon" aria-hidden="true" />
      <span>{on ? t`Liked` : t.as('verb')`Like`}</span>
    </>
  );
  if (!user) {
    return (
      <Button look="quiet" to={loginPage(pathname)}>
        {content}
      </Button>
    );
  }
  return (
    <Button look="quiet" aria-pressed={on} data-storing={isStoring || undefined} onClick={() => choose(!on)}>
      {content}
    </Button>
  );
}
