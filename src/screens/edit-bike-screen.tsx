import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import * as v from 'valibot';
import type { AuthUser } from '#contract/auth.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { Id } from '#contract/id-schema.ts';
import { bikePage, userBikesPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { BikeForm } from '#src/features/bike-form/bike-form.tsx';
import { DraftGone } from '#src/features/bike-form/draft-gone.tsx';
import { useEditedBike } from '#src/features/bike-form/edit.queries.ts';
import { replacementsAtom } from '#src/features/bike-form/replaced.ts';
import { takeSite } from '#src/features/bike-form/take-site.ts';
import { BikeVersions, versionOf } from '#src/features/bike-form/two-versions.tsx';
import { useDraft } from '#src/features/drafts/drafts.queries.ts';
import { markVersionSeen, type WholeDraft } from '#src/features/drafts/drafts.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { useValue } from '#src/ui/use-value.ts';
import { TrailEnd } from './trail-end.tsx';

/** Whether the server has a newer version than the one the draft is based on. */
const isBehind = (draft: WholeDraft, site: Bike): boolean =>
  draft.state === 'editing' && draft.ofVersion !== undefined && draft.ofVersion < site.version;

function EditBike({ id, user }: { id: Id; user: AuthUser }) {
  const navigate = useNavigate();
  const { site, asked, error } = useEditedBike(user, id);
  const draft = useDraft(id);
  const [first, setFirst] = useState<WholeDraft>();
  if (asked && draft && !first) setFirst(draft);
  if (!first) {
    if (!asked || draft === undefined || (draft === null && !error)) return <Loader />;
    if (error?.kind !== 'network') return <DraftGone id={id} />;
    const back = <Button to={userBikesPage()}>Your bikes</Button>;
    return (
      <EmptyState isUnsaved title="Not saved on this device." action={back}>
        You can edit this bike when you have signal.
      </EmptyState>
    );
  }
  return (
    <BikeForm
      title="Edit a bike"
      userId={user.id}
      draft={first}
      onMade={() => undefined}
      onPublished={() => navigate(bikePage(id, site?.slug ?? 'changed'))}
    >
      {site && draft && isBehind(draft, site) && (
        <BikeVersions
          mine={draft}
          site={versionOf(site)}
          onMine={() => void markVersionSeen(id, site.version)}
          onSite={() => void takeSite(user.id, site)}
        />
      )}
    </BikeForm>
  );
}

/** Edits a published bike, also offline. */
export function EditBikeScreen() {
  const { user } = useSession();
  const { bikeId = '' } = useParams();
  const replacements = useValue(replacementsAtom);
  usePageTitle(t`Edit a bike`);
  if (!user) return null;
  if (!v.is(Id, bikeId)) return <TrailEnd />;
  return <EditBike key={`${user.id} ${bikeId} ${replacements}`} id={bikeId} user={user} />;
}
