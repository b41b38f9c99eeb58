import { useLocation } from 'react-router';
import type { BikeCard } from '#contract/bikes.ts';
import { refusal } from '#contract/may.ts';
import { loginPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useSession } from '#src/session/use-session.ts';
import { Flag } from '#src/ui/icons.js';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useFlagged } from './flags.queries.ts';

interface FlagBikeProps {
  bike: BikeCard;
  /** Opens the dialog to flag it. */
  onFlag: () => void;
}

/** Flags somebody else's bike for moderators. A visitor logs in first. */
export function FlagBike({ bike, onFlag }: FlagBikeProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const flagged = useFlagged(bike.id);
  if (refusal('bike.flag', user, bike) === 'flag.own') return null;
  const content = (
    <>
      <Flag className="icon icon-small" aria-hidden="true" />
      <span>{flagged ? t`Flagged` : t`Flag this bike`}</span>
    </>
  );
  return (
    <p>
      {user ? (
        // Stays the same button after flagging, so that the focus is not lost.
        <LinkButton aria-haspopup="dialog" aria-disabled={flagged} onClick={flagged ? undefined : onFlag}>
          {content}
        </LinkButton>
      ) : (
        <LinkButton to={loginPage(pathname)}>{content}</LinkButton>
      )}
    </p>
  );
}
