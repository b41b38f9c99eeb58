import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { plainDay } from '#src/ui/format.ts';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { useValue } from '#src/ui/use-value.ts';
import { fetchOwnInvitations } from './invitations.actions.ts';
import { Invitations } from './invitations.tsx';
import { useInvitations } from './use-invitations.ts';

/** The member's own invitations, and the form that makes them where the member may. */
export function OwnInvitations({ userId }: { userId: Id }) {
  const list = useInvitations(`${userId}:invitations`, (cursor) => fetchOwnInvitations(userId, cursor));
  const isOffline = useValue(signalAtom) === 'none';
  const now = useNow();
  const preferences = useDisplayPreferences();
  const { page, refreshed } = list;
  const { error, refreshing, refresh } = refreshed;
  if (isOffline) return <Note role="status">You see your invitations here when there is signal.</Note>;
  if (!page && !error) return <Loader />;
  if (!page) {
    const retry = (
      <Button look="quiet" small busy={refreshing} onClick={() => void refresh()}>
        Retry
      </Button>
    );
    return (
      <Note state="failed" role="alert" action={retry}>
        {error?.message}
      </Note>
    );
  }
  const from = page.from === null ? null : new Date(page.from);
  const isYoung = from !== null && now !== null && from > now;
  const mayNot = isYoung
    ? t`You can invite people from ${plainDay(from, preferences)} on.`
    : t`Members don't invite people to this site.`;
  return (
    <Invitations
      userId={userId}
      page={page}
      loadMore={list.loadMore}
      put={list.put}
      mayNot={from === null || isYoung ? mayNot : undefined}
    />
  );
}
