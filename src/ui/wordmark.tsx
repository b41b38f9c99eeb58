import { defaultSiteName } from '#contract/site-color.ts';
import { classNames } from './class-names.ts';
import { useSiteName } from './site-name.ts';
import styles from './wordmark.module.css';

const letters =
  'M3.6 27.4V0H11v10.4h17.2V0h7.4v27.4h-7.4V16.5H11v10.9Zm39.8 0V0h28.3v5.6H50.8v5.1h18.4v5.6H50.8v5.5H72v5.6Zm32.3 0L89.3 0h8.3l13.6 27.4h-8.1l-2.2-4.7H85.6l-2.3 4.7Zm12.5-10.3h10.1l-2.8-6L95 10l-.6-1.6-.6-1.5-.4-.9h-.3l-.7 1.8-.8 1.9-.7 1.5Zm27.9 10.3V0h15.1q5.1 0 8.7 1.5 3.7 1.6 5.6 4.7 2 3 2 7.5t-2 7.5q-1.9 3.1-5.6 4.7-3.6 1.5-8.7 1.5Zm7.4-5.6h7.3q2 0 3.6-.6t2.9-1.4q1.2-1 1.9-2.4t.7-3.2v-1q0-1.8-.7-3.2t-1.9-2.4-2.9-1.5q-1.6-.5-3.6-.5h-7.3Zm30.5 5.6V0h22.2q2.2 0 4 .8t2.8 2.4q1 1.5 1 3.5 0 1.7-.6 3t-1.7 2.1-2.4 1.2v.2q1.6.3 2.8 1.2t1.9 2.2.7 3.4q0 2.4-1.1 4.1t-3.1 2.5-4.3.8Zm7.4-5.5H174q1.4 0 2.3-.7.9-.8.9-2.2 0-.9-.4-1.5t-1.1-1.1q-.7-.3-1.8-.3h-12.5Zm0-11h12q1 0 1.6-.4.7-.3 1.1-1 .3-.6.3-1.4 0-1.3-.8-2t-2.1-.7h-12.1Zm26.7 16.5L201.7 0h8.3l13.6 27.4h-8.1l-2.2-4.7H198l-2.3 4.7Zm12.5-10.3h10.1l-2.8-6-.5-1.1-.6-1.6-.6-1.5-.4-.9h-.3l-.7 1.8-.8 1.9-.7 1.5Zm27.9 10.3V0h15.1q5.1 0 8.7 1.5 3.7 1.6 5.6 4.7 2 3 2 7.5t-2 7.5q-1.9 3.1-5.6 4.7-3.6 1.5-8.7 1.5Zm7.4-5.6h7.3q2 0 3.6-.6t2.9-1.4q1.2-1 1.9-2.4t.7-3.2v-1q0-1.8-.7-3.2t-1.9-2.4-2.9-1.5-3.6-.5h-7.3Zm46 6.1q-8.3 0-12.5-3.5t-4.2-10.7q0-4.7 2.2-7.9 2.2-3.1 6.2-4.7t9.8-1.6q3.6 0 6.7.6 3 .6 5.3 1.9t3.4 3.2q1.3 2 1.3 4.6h-7.2q0-1.3-.8-2.2-.7-.8-2-1.4t-2.9-.8-3.4-.2q-2.5 0-4.5.4t-3.5 1.5q-1.4 1-2.2 2.5-.8 1.6-.8 3.6v1q0 2.8 1.3 4.6 1.2 1.8 3.5 2.6t5.4.8q3.2 0 5.4-.5t3.3-1.7 1.2-2.6v-.2h-10.2v-5.1h17.4v15.3h-4.4L295 24q-1.5 1.4-3.5 2.2-2.1.9-4.5 1.3t-5.1.4m25.7-.5V0h28.3v5.6H315v5.1h18.4v5.6H315v5.5h21.2v5.6Z';

/** The site's name, in the color of the surrounding text; the built-in one is drawn. */
export function Wordmark({ className }: { className?: string }) {
  const name = useSiteName();
  if (name !== defaultSiteName)
    return (
      <span className={classNames(className, styles.word)} aria-hidden="true">
        {name}
      </span>
    );
  return (
    <svg className={className} viewBox="0 0 339 28" fill="currentColor" aria-hidden="true">
      <path d={letters} />
    </svg>
  );
}
