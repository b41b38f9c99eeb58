import { useRef, useState } from 'react';
import type { SearchAnswer } from '#contract/search/calls.ts';
import type { Search } from '#contract/search/query.ts';
import { Button } from '#src/ui/button.tsx';
import { Count } from '#src/ui/count.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useWriting } from '#src/ui/display-preferences.ts';
import { SlidersHorizontal } from '#src/ui/icons.js';
import { FacetForm } from './facet-form.tsx';
import { choicesOf, unfiltered } from './search-choices.ts';
import { totalText } from './search-text.ts';

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
  const writing = useWriting();
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
        <span>Filters</span> <Count count={chosen} name="chosen" />
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
                <span aria-live="polite">{loading ? 'Show bikes' : `Show ${totalText(counted.total, writing)}`}</span>
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
