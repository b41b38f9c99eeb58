import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import * as v from 'valibot';
import type { AuthUser } from '#contract/auth.ts';
import { titleOf } from '#contract/bike-names.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { Id } from '#contract/id-schema.ts';
import { may } from '#contract/may.ts';
import { bikePage, updatePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useBike } from '#src/features/bikes/page/bike.queries.ts';
import { BikeUnavailable } from '#src/features/bikes/page/bike-unavailable.tsx';
import { useOwnBike } from '#src/features/bikes/page/own-bike.queries.ts';
import { useDraft } from '#src/features/drafts/drafts.queries.ts';
import { draftOf, type WholeDraft } from '#src/features/drafts/drafts.ts';
import { draftOfUpdate } from '#src/features/updates/post-update.ts';
import { UpdateForm } from '#src/features/updates/update-form.tsx';
import { useUpdateDrafts } from '#src/features/updates/updates.queries.ts';
import { complain } from '#src/forms/complain.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { TrailEnd } from './trail-end.tsx';

interface UpdateProps {
  bike: Bike;
  user: AuthUser;
}

/** @param draft to go on with, as it was first; null for a new update */
function Form({ bike, user, draft }: UpdateProps & { draft: WholeDraft | null }) {
  const navigate = useNavigate();
  return (
    <>
      <PageHead title={draft?.update?.isPosted ? t`Edit an update` : t`Post an update`} about={titleOf(bike)} />
      <UpdateForm
        bike={bike}
        userId={user.id}
        draft={draft}
        onPosted={(id) => navigate(updatePage(bike.id, bike.slug, id), { replace: true })}
      />
    </>
  );
}

/** A new update, or the one that was begun here last. */
function NewUpdate({ bike, user }: UpdateProps) {
  const drafts = useUpdateDrafts(bike.id);
  const [first, setFirst] = useState<WholeDraft | null>();
  if (drafts && first === undefined) setFirst(drafts.find(({ update }) => !update?.isPosted) ?? null);
  return first === undefined ? <Loader /> : <Form bike={bike} user={user} draft={first} />;
}

function StoredUpdate({ bike, user, id }: UpdateProps & { id: Id }) {
  const update = bike.history.find((one) => one.id === id);
  const draft = useDraft(id);
  const [first, setFirst] = useState<WholeDraft>();
  const isBegun = first !== undefined;
  useEffect(() => {
    if (!update || isBegun) return;
    // A draft that was opened before and left as it was may be of an earlier version.
    const begin = async () => {
      await draftOfUpdate(user.id, bike.id, update).catch(complain);
      const begun = await draftOf(id);
      if (begun?.state === 'editing') setFirst(begun);
    };
    begin().catch(complain);
  }, [isBegun, update, user.id, bike.id, id]);
  if (!update && draft?.state === 'editing' && draft.update && !first) setFirst(draft);
  if (first) return <Form bike={bike} user={user} draft={first} />;
  if (draft === undefined || (update && draft?.state !== 'sending')) return <Loader />;
  return (
    <EmptyState
      title={draft ? t`This update is already on its way.` : t`This update isn't here.`}
      action={<Button to={bikePage(bike.id, bike.slug)}>Back to the bike</Button>}
    >
      {draft ? t`It's sent when you have signal.` : t`It was deleted, or it was begun on another device.`}
    </EmptyState>
  );
}

function UpdateBike({ id, updateId, user }: { id: Id; updateId: string | undefined; user: AuthUser }) {
  const read = useBike(id);
  const asks = read.data?.status !== 'Active' && read.state !== 'loading';
  const own = useOwnBike(id, asks);
  const bike = own.data?.bike ?? read.data;
  if (!bike) return <BikeUnavailable id={id} read={asks ? own : read} />;
  if (!may('bike.update', user, bike, { deleted: false })) return <TrailEnd />;
  if (updateId === undefined) return <NewUpdate bike={bike} user={user} />;
  return v.is(Id, updateId) ? <StoredUpdate key={updateId} bike={bike} user={user} id={updateId} /> : <TrailEnd />;
}

/** Posts an update of an own bike, or edits one, also offline. */
export function UpdateBikeScreen() {
  const { user } = useSession();
  const { bikeId = '', updateId } = useParams();
  usePageTitle(updateId ? t`Edit an update` : t`Post an update`);
  if (!user) return null;
  if (!v.is(Id, bikeId)) return <TrailEnd />;
  return <UpdateBike key={`${user.id} ${bikeId} ${updateId}`} id={bikeId} updateId={updateId} user={user} />;
}
