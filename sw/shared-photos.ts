import { registerRoute } from 'workbox-routing';
import { sharedPhotosField, sharePhotosPath } from '#contract/install.ts';
import { addBikePage } from '#contract/pages.ts';
import { languagePath } from '#contract/texts.ts';
import { keepShared } from '#src/storage/shared-photos.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';

/**
 * Whether another site's page sent a request. The system's share sheet names no page. A page can hide where it is, and a
 * worker sees neither `Origin` nor `Sec-Fetch-Site`; so the form asks the member first, and one share is kept at a time.
 */
const isForeign = ({ referrer }: Request): boolean =>
  URL.canParse(referrer) &&
  new URL(referrer).protocol.startsWith('http') &&
  new URL(referrer).origin !== location.origin;

/** Stores the photos of a request. Returns the address of the form that asks about them. */
async function keep(request: Request): Promise<string> {
  if (isForeign(request)) return addBikePage();
  const entries = await request.formData().then(
    (form) => form.getAll(sharedPhotosField),
    () => null,
  );
  if (!entries) return addBikePage(undefined, 'lost');
  try {
    const draftId = await keepShared(entries.filter((entry) => entry instanceof File));
    // A worker's memory does not last.
    return isMemoryOnly() ? addBikePage(undefined, 'lost') : addBikePage(draftId ?? undefined);
  } catch {
    return addBikePage(undefined, 'full');
  }
}

/** Takes photos that another app shares, also without signal, and opens the form with them. */
export function takeSharedPhotos(): void {
  registerRoute(
    // Other sites' frames must not leave drafts here.
    ({ url, request, sameOrigin }) =>
      sameOrigin && url.pathname === sharePhotosPath && request.destination === 'document',
    async ({ request }) => Response.redirect(languagePath + (await keep(request)), 303),
    'POST',
  );
}
