import { useRef, useState } from 'react';
import type { SearchAnswer } from '#contract/search/calls.ts';
import type { Search } from '#contract/search/query.ts';
import { many, t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Count } from '#src/ui/count.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SlidersHorizontal } from '#src/ui/icons.js';
import { FacetForm } from './facet-form.tsx';
import { choicesOf, unfiltered } from './search-choices.ts';

const showText = ({ count, atLeast }: SearchAnswer['total']): string =>
  atLeast ? many(count)`Show #+ bike|Show #+ bikes` : many(count)`Show # bike|Show # bikes`;

interface FilterSheetProps {
  search: Search;
  counted: SearchAnswer;
  /** Whether the counts are those of an earlier search. */
  loading: boolean;
  /** @param again whether it replaces an earlier choice made in the open sheet */
  onChoose: (next: Search, again: boolean) => void;
  className?: string | undefined;
}

/** Filters in a bottom sheet on phones. All choices of one visit share a history entry, so one Back undoes them. */
export function FilterSheet({ search, counted, loading, onChoose, className }: FilterSheetProps) {
  const [open, setOpen] = useState(false);
  const changed = useRef(false);
  const chosen = choicesOf(search).filter(({ name }) => name !== 'keywords').length;
  const choose = (next: Search) => {
    onChoose(next, changed.current);
    changed.current = true;
  };
  const show = () => {
    changed.current = false;
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <>
      <Button look="quiet" className={className} aria-haspopup="dialog" onClick={show}>
        <SlidersHorizontal className="icon" aria-hidden="true" />
        <span>Filters</span> <Count count={chosen} name={many(chosen)`chosen|chosen`} />
      </Button>
      {open && (
        <Dialog
          title="Filters"
          sheet
          onClose={close}
          actions={
            <>
              {chosen > 0 && (
                <Button look="quiet" onClick={() => choose(unfiltered(search))}>
                  Clear filters
                </Button>
              )}
              <Button onClick={close}>
                <span aria-live="polite">{loading ? t`Show bikes` : showText(counted.total)}</span>
              </Button>
            </>
          }
        >
          <FacetForm search={search} counted={counted} onChoose={choose} />
        </Dialog>
      )}
    </>
  );
}
