import type { ReactNode } from 'react';
import { searchPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { bikeArt } from '#src/ui/bike-art.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { trailArt } from '#src/ui/trail-art.tsx';
import { PageMeta } from './page-meta.tsx';
import type { Read } from './read.ts';

/** A heading, an explanation and a link. */
export type PageText = { title: string; text: ReactNode; action: Elements };

interface UnreadPageProps {
  read: Read<unknown>;
  /** Shown when nothing is cached and there is no connection. */
  missing: ReactNode;
  /** Shown when it does not exist. */
  gone: PageText;
  /** Shown while it loads. */
  skeleton: Elements;
}

function textOf({ read, missing, gone }: UnreadPageProps): PageText {
  const { state, error, refresh, refreshing } = read;
  if (state === 'gone') return gone;
  if (state === 'missing') {
    const open = (
      <Button look="quiet" to={searchPage()}>
        See what's saved
      </Button>
    );
    return { title: t`Not saved on this device.`, text: missing, action: open };
  }
  const retry = (
    <Button look="quiet" busy={refreshing} onClick={refresh}>
      Retry
    </Button>
  );
  return { title: t`Something went wrong on our end.`, text: error?.message, action: retry };
}

/** Shown in place of a page without data: its skeleton while it loads, then an explanation and a link. */
export function UnreadPage(props: UnreadPageProps) {
  const { state } = props.read;
  const { title, text, action } = textOf(props);
  return (
    <div className="frame">
      <PageMeta title={state === 'loading' ? undefined : title.replace(/\.$/, '')} />
      {state === 'loading' ? (
        props.skeleton
      ) : (
        <EmptyState
          level={1}
          title={title}
          isUnsaved={state === 'missing'}
          art={state === 'gone' ? trailArt : bikeArt}
          action={action}
        >
          {text}
        </EmptyState>
      )}
    </div>
  );
}
