import { titleOf } from '#contract/bike-names.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { bikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Share2 } from '#src/ui/icons.js';
import { shareLink } from '#src/ui/share-link.ts';

interface ShareButtonProps {
  bike: Bike;
  /** Shows the word as well, as the main or the second action. */
  look?: 'action' | 'quiet';
}

/** Shares the bike's URL with the system dialog, or copies it. */
export function ShareButton({ bike, look }: ShareButtonProps) {
  const share = () =>
    shareLink(
      { title: titleOf(bike), url: location.origin + bikePage(bike.id, bike.slug) },
      t`The link is in the address bar.`,
    );
  return (
    <Button look={look ?? 'quiet'} icon={!look} className="needs-script" aria-label="Share this bike" onClick={share}>
      <Share2 className="icon" aria-hidden="true" />
      {look && <span>Share</span>}
    </Button>
  );
}
