import { loginPage, sharedFavoritesPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useSession } from '#src/session/use-session.ts';
import { Flag } from '#src/ui/icons.js';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useFlaggedList } from './flags.queries.ts';
import { useFlagging } from './use-flagging.tsx';

/** Flags somebody else's list for moderators. A visitor logs in first. */
export function FlagList({ shareId, name }: { shareId: string; name: string }) {
  const { user } = useSession();
  const flagged = useFlaggedList(shareId);
  const { flag, dialog } = useFlagging();
  const ask = () =>
    flag({ type: 'List', id: shareId, subject: { kind: 'folder', id: shareId, title: name, picture: null } });
  const content = (
    <>
      <Flag className="icon icon-small" aria-hidden="true" />
      <span>{flagged ? t`Flagged` : t`Flag this list`}</span>
    </>
  );
  if (!user) return <LinkButton to={loginPage(sharedFavoritesPage(shareId))}>{content}</LinkButton>;
  return (
    <>
      {/* Stays the same button after flagging, so that the focus is not lost. */}
      <LinkButton aria-haspopup="dialog" aria-disabled={flagged} onClick={flagged ? undefined : ask}>
        {content}
      </LinkButton>
      {dialog}
    </>
  );
}
