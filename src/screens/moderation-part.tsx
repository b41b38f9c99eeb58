import type { ReactNode } from 'react';
import { signalAtom } from '#src/lib/signal.ts';
import type { Refreshed } from '#src/queries/use-refreshed.ts';
import { Button } from '#src/ui/button.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { useValue } from '#src/ui/use-value.ts';
import styles from './account-sections.module.css';
import { TrailEnd } from './trail-end.tsx';

interface ModerationPartProps {
  name: string;
  /** Behind the name. */
  about?: ReactNode;
  /** Links to the other pages for operators. */
  parts: ReactNode;
  refreshed: Refreshed;
  /** Shown without signal. */
  silentText: string;
  /** Shown while it loads. */
  skeleton?: ReactNode;
  /** Undefined until the server has answered. */
  children: ReactNode | undefined;
}

/** A page for operators that shows an answer of the server, which this device does not cache. */
export function ModerationPart(props: ModerationPartProps) {
  const { name, about, parts, refreshed, silentText, skeleton = <Loader />, children } = props;
  const { error, refreshing, refresh } = refreshed;
  const silent = useValue(signalAtom) === 'none';
  usePageTitle(`Moderation: ${name.toLowerCase()}`);
  // Members who are no operators see the same as on an address that does not exist, as the API answers.
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
            {name}
            {about}
          </>
        }
      />
      {parts}
      <div className={`${styles.column} ${styles.wide}`}>
        {silent && <Note role="status">{silentText}</Note>}
        {!silent && error && (
          <Note state="failed" role="alert" action={retry}>
            {error.message}
          </Note>
        )}
        {children ?? (!silent && !error && skeleton)}
      </div>
    </>
  );
}
