import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FacetCounts } from '#contract/search/calls.ts';
import { facetOf } from '#contract/search/facets.ts';
import { many } from '#contract/texts.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Count } from '#src/ui/count.tsx';
import { useWriting } from '#src/ui/display-preferences.ts';
import { figure } from '#src/ui/format.ts';
import { ChevronDown } from '#src/ui/icons.js';
import { LinkButton } from '#src/ui/link-button.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './facets.module.css';
import { valueName } from './search-choices.ts';
import { swatchOf } from './swatches.ts';

interface FacetGroupProps {
  facet: FacetCounts;
  chosen: readonly string[];
  onToggle: (value: string) => void;
  /** Whether the group is expanded initially. */
  begun: boolean;
}

/** Number of values shown initially, the most common ones; one more would take the space of the button. */
const few = 6;
/** Number of values in the HTML at first; without JavaScript these are all. */
const initial = 24;

/** Values of a facet, with the number of bikes for each. */
export function FacetGroup({ facet: { name, values, atLeast }, chosen, onToggle, begun }: FacetGroupProps) {
  const [open, setOpen] = useState(begun || chosen.length > 0);
  const [whole, setWhole] = useState(false);
  const writing = useWriting();
  const list = useRef<HTMLUListElement>(null);
  const { label } = facetOf(name);
  const commonest = new Set(values.toSorted((a, b) => b.count - a.count).slice(0, few));
  const folded = !whole && values.length > few + 1;
  const here = values.filter(
    (one, place) => whole || place < initial || commonest.has(one) || chosen.includes(one.value),
  );
  // The pressed button is gone, so the first added value takes the focus.
  const focusFirst = useEffectEvent(() => {
    const first = values.findIndex((one) => !commonest.has(one));
    list.current?.querySelectorAll('input')[first]?.focus();
  });
  useEffect(() => {
    if (whole) focusFirst();
  }, [whole]);
  return (
    <details className={styles.group} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{label}</span> <Count count={chosen.length} name={many(chosen.length)`chosen|chosen`} />
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </summary>
      <fieldset aria-label={label}>
        <ul ref={list}>
          {here.map((one) => (
            <li key={one.value} className={classNames(folded && !commonest.has(one) && styles.rest)}>
              <label className={styles.value}>
                <input
                  type="checkbox"
                  name={name}
                  value={one.value}
                  checked={chosen.includes(one.value)}
                  onChange={() => onToggle(one.value)}
                />
                {name === 'color' && <span className={classNames(styles.swatch, swatchOf(one.value))} />}
                <span suppressHydrationWarning>{valueName(name, one, writing)}</span>{' '}
                <data className="quiet" value={one.count}>
                  <span>{`${figure(one.count, writing)}${atLeast ? '+' : ''}`}</span>{' '}
                  <VisuallyHidden>{many(one.count)`bike|bikes`}</VisuallyHidden>
                </data>
              </label>
            </li>
          ))}
        </ul>
        {folded && (
          <LinkButton
            className={classNames('needs-script', styles.more)}
            aria-label={many(values.length - few)`# more in ${label}|# more in ${label}`}
            onClick={() => setWhole(true)}
          >
            {many(values.length - few)`# more|# more`}
          </LinkButton>
        )}
      </fieldset>
    </details>
  );
}
