import { t } from '#contract/texts.ts';
import { useIsOffline } from '#src/features/moderation/use-is-offline.ts';
import type { Refreshed } from '#src/queries/use-refreshed.ts';
import { Button } from '#src/ui/button.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';
import { TrailEnd } from './trail-end.tsx';

interface ModerationPartProps {
  /** The title of the tab. */
  title: string;
  name: string;
  /** Behind the name. */
  about?: Elements;
  /** Links to the other pages for operators. */
  parts: Elements;
  refreshed: Refreshed;
  /** Shown while it loads. */
  skeleton?: Elements;
  /** Undefined until the server has answered. */
  children: Elements | undefined;
}

/** A page for operators that shows an answer of the server, which this device does not cache. */
export function ModerationPart(props: ModerationPartProps) {
  const { title, name, about, parts, refreshed, skeleton = <Loader />, children } = props;
  const { error, refreshing, refresh } = refreshed;
  const isOffline = useIsOffline();
  usePageTitle(title);
  // Members without the role see the same as on an address that does not exist, as the API answers.
  if (error?.code === 'not_found') return <TrailEnd />;
  const retry = (
    <Button look="quiet" small busy={refreshing} onClick={() => void refresh()}>
      Retry
    </Button>
  );
  return (
    <>
      <PageHead
        title="Moderation"
        about={
          <>
            <span>{name}</span>
            {about}
          </>
        }
      />
      {parts}
      <div className={`${styles.column} ${styles.wide}`}>
        {isOffline && (
          <Note role="status">
            {children ? t`No signal. This is how the site was.` : t`You see this here when there is signal.`}
          </Note>
        )}
        {!isOffline && error && (
          <Note state="failed" role="alert" action={retry}>
            {error.message}
          </Note>
        )}
        {children ?? (!isOffline && !error && skeleton)}
      </div>
    </>
  );
}
