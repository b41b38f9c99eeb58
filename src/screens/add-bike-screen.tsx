import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import { addBikePage, userBikesPage } from '#contract/pages.ts';
import { BikeForm } from '#src/features/bikes/form/bike-form.tsx';
import { DraftGone } from '#src/features/bikes/form/draft-gone.tsx';
import { DraftOffer } from '#src/features/bikes/form/draft-offer.tsx';
import { useDraft, useDrafts } from '#src/features/bikes/form/drafts.queries.ts';
import type { WholeDraft } from '#src/offline/drafts.ts';
import { useSession } from '#src/session/use-session.ts';
import { Loader } from '#src/ui/loader.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { Plate } from '#src/ui/plate.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';

const head = (title: string) => <PageHead title={title} about={<Plate look="draft">Draft</Plate>} />;

interface FormPlaceProps {
  user: AuthUser;
  draft: WholeDraft | null;
  onMade: (id: Id) => void;
}

function FormPlace({ user, draft, onMade }: FormPlaceProps) {
  const navigate = useNavigate();
  return <BikeForm userId={user.id} draft={draft} onMade={onMade} onPublished={() => navigate(userBikesPage())} />;
}

function KeptDraft({ id, user }: { id: Id; user: AuthUser }) {
  const draft = useDraft(id);
  const [first, setFirst] = useState<WholeDraft>();
  if (draft?.id === id && !first) setFirst(draft);
  if (first) {
    return (
      <>
        {head('Add a bike')}
        <FormPlace user={user} draft={first} onMade={() => undefined} />
      </>
    );
  }
  return draft === undefined ? <Loader /> : <DraftGone id={id} />;
}

function NewDraft({ user, onMade, begun }: { user: AuthUser; onMade: (id: Id) => void; begun: boolean }) {
  const newest = useDrafts()?.find((draft) => !draft.ofPublished);
  return (
    <>
      {head('Add a bike')}
      {newest && !begun && <DraftOffer draft={newest} />}
      <FormPlace user={user} draft={null} onMade={onMade} />
    </>
  );
}

/** Add a bike, or go on with the draft that the address names. */
export function AddBikeScreen() {
  const { user } = useSession();
  const { key } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const asked = query.get('draft');
  // A draft that began on this page gets its address without the form being built anew.
  const [made, setMade] = useState<{ id: Id; place: string }>();
  const own = asked !== null && made?.id === asked;
  const place = own ? made.place : key;
  usePageTitle('Add a bike');
  if (!user) return null;
  if (asked && !own) return <KeptDraft key={asked} id={asked} user={user} />;
  const begin = (id: Id) => {
    setMade({ id, place });
    navigate(addBikePage(id), { replace: true });
  };
  return <NewDraft key={place} user={user} onMade={begin} begun={own || made?.place === place} />;
}
