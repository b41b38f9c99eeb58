import { useState } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Bookmark } from '#src/ui/icons.js';
import styles from './favorites.module.css';
import { useKeptLists } from './keepers.queries.ts';
import { KeptChoices } from './kept-choices.tsx';

/** Adds the member's own bike to lists that they keep for others; nothing for members who keep none. */
export function KeptListsButton({ bike }: { bike: BikeCard }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  if (!useKeptLists().some(({ state }) => state !== 'Invited')) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        look="quiet"
        small
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Bookmark className="icon icon-small" aria-hidden="true" />
        <span>Add to a list you keep</span>
      </Button>
      {anchor && (
        <Dialog
          title="Lists you keep"
          anchor={anchor}
          actions={
            <Button className="push" onClick={close}>
              Done
            </Button>
          }
          onClose={close}
        >
          <ul className={styles.choices}>
            <KeptChoices bike={bike} />
          </ul>
        </Dialog>
      )}
    </>
  );
}
