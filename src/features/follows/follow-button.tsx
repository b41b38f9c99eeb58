import { useLocation } from 'react-router';
import { loginPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useChoice } from '#src/forms/use-choice.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import type { Followable } from './followed-title.ts';
import { setFollowed } from './follows.actions.ts';
import { useIsFollowed } from './follows.queries.ts';

interface FollowButtonProps {
  thing: Followable;
  /** What the button names: "Follow" alone where the page says it, "Follow Surly Straggler" elsewhere. */
  label?: { on: string; off: string };
  /** Name of the thing, where several buttons are on a page. */
  name?: string;
  small?: boolean;
}

/** Follows something with one tap, and stops with another. A visitor logs in first. */
export function FollowButton({
  thing,
  label = { on: t.as('button')`Following`, off: t.as('verb')`Follow` },
  name,
  small,
}: FollowButtonProps) {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const { on, isStoring, choose } = useChoice(
    `${user?.id} ${thing.kind} ${thing.key}`,
    useIsFollowed(thing),
    async (next) => user && setFollowed(thing, user.id, next),
  );
  if (!user) {
    return (
      <Button look="quiet" to={loginPage(pathname + search)}>
        {label.off}
      </Button>
    );
  }
  return (
    <Button
      look="quiet"
      small={small}
      aria-pressed={on}
      aria-label={name && (on ? t`Following ${name}` : t`Follow ${name}`)}
      data-storing={isStoring || undefined}
      onClick={() => choose(!on)}
    >
      {on ? label.on : label.off}
    </Button>
  );
}
