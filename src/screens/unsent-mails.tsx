import { useState } from 'react';
import type { MailItem, UnsentState } from '#contract/mails.ts';
import { mailsPage } from '#contract/pages.ts';
import type { Page } from '#contract/paging.ts';
import { many, t } from '#contract/texts.ts';
import { fetchUnsent, sendAllAgain } from '#src/features/mails/mails.actions.ts';
import { UnsentList } from '#src/features/mails/unsent-list.tsx';
import { complain } from '#src/forms/complain.ts';
import { appendPage, restoreListLength, saveListLength } from '#src/queries/list-length.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { LoadMore } from '#src/ui/load-more.tsx';
import { NavRow } from '#src/ui/nav-row.tsx';
import { Section } from '#src/ui/section.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { ModerationPart } from './moderation-part.tsx';

type Pages = Record<UnsentState, Page<MailItem>>;

/** Milliseconds after which most of the mails that were sent again have been tried. */
const triedMs = 3_000;

/** Mails that were given up and mails that wait, for operators. @param parts the links to the other pages */
export function UnsentMails({ parts }: { parts: Elements }) {
  const { user } = useSession();
  const [pages, setPages] = useState<Pages>();
  const [busy, setBusy] = useState<UnsentState | null>(null);
  const listOf = (state: UnsentState) => `${user?.id}:mails ${state}`;
  const refreshed = useRefreshed(user?.id ?? null, async () => {
    if (!user) return;
    const read = (state: UnsentState) =>
      restoreListLength(listOf(state), (cursor) => fetchUnsent(user.id, state, cursor));
    const [givenUp, waiting] = await Promise.all([read('given up'), read('waiting')]);
    setPages({ 'given up': givenUp, waiting });
  });
  const { refresh } = refreshed;
  const sendAll = async (state: UnsentState) => {
    if (!user) return;
    setBusy(state);
    try {
      const count = await sendAllAgain(user.id, state);
      showToast({
        text:
          count > 0
            ? many(count)`# mail is being sent.|# mails are being sent.`
            : t`There is nothing to send: the mails are being tried, or their links have expired.`,
      });
      setTimeout(() => void refresh(), triedMs);
      await refresh();
    } catch (cause) {
      complain(cause);
    } finally {
      setBusy(null);
    }
  };
  const section = (state: UnsentState, title: string, about: string, label: string) => {
    const page = pages?.[state];
    if (!page || !user) return null;
    const loadMore = async () => {
      if (!page.next) return;
      const whole = appendPage(page, await fetchUnsent(user.id, state, page.next));
      saveListLength(listOf(state), whole.items.length);
      setPages({ ...pages, [state]: whole });
    };
    return (
      <Section
        title={title}
        about={about}
        action={
          page.items.length > 0 ? (
            <Button look="quiet" small busy={busy === state} onClick={() => void sendAll(state)}>
              {label}
            </Button>
          ) : undefined
        }
      >
        <UnsentList userId={user.id} state={state} mails={page.items} onTried={() => void refresh()} />
        {page.next && <LoadMore load={loadMore} />}
      </Section>
    );
  };
  return (
    <ModerationPart title={t`Moderation: mails`} name={t`Mails`} parts={parts} refreshed={refreshed}>
      {pages && (
        <>
          <NavRow to={mailsPage('texts')} about={t`Change them in each language`}>
            Texts of mails
          </NavRow>
          {section('given up', t`Given up`, t`Tried 7 times in 17 hours, kept for 7 days`, t`Send all again`)}
          {section('waiting', t`Waiting`, t`Tried again by themselves`, t`Try all now`)}
        </>
      )}
    </ModerationPart>
  );
}
