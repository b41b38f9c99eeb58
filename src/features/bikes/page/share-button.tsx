import { Share2 } from 'lucide-react';
import type { Bike } from '#contract/bike-whole.ts';
import { titleOf } from '#contract/bikes.ts';
import { bikePage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { showToast } from '#src/ui/toast-store.ts';

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast({ words: 'Link copied.' });
  } catch {
    showToast({ words: 'This browser does not let us copy. The link is in the address bar.', alert: true });
  }
}

/** Hands a bike's address to the device, or copies it where there is nobody to hand it to. */
export function ShareButton({ bike }: { bike: Bike }) {
  const share = async () => {
    const url = location.origin + bikePage(bike.id, bike.slug);
    const offer = { title: titleOf(bike), url };
    if (!navigator.canShare?.(offer)) return copy(url);
    try {
      await navigator.share(offer);
    } catch (error) {
      // Somebody who closed the sheet wants nothing more.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url);
    }
  };
  return (
    <Button look="quiet" icon className="needs-script" aria-label="Share this bike" onClick={share}>
      <Share2 className="icon" aria-hidden="true" />
    </Button>
  );
}
