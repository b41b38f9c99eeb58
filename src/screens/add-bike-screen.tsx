import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import { addBikePage, bikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { BikeForm } from '#src/features/bike-form/bike-form.tsx';
import { DraftConflict } from '#src/features/bike-form/draft-conflict.tsx';
import { DraftConflictHere } from '#src/features/bike-form/draft-conflict-here.tsx';
import { DraftGone } from '#src/features/bike-form/draft-gone.tsx';
import { DraftOffer } from '#src/features/bike-form/draft-offer.tsx';
import { noteReplaced, replacementsAtom } from '#src/features/bike-form/replaced.ts';
import { SharedOffer, useOfferedShare } from '#src/features/bike-form/shared-offer.tsx';
import type { StepState } from '#src/features/bike-form/use-steps.ts';
import { useDraft, useDrafts } from '#src/features/drafts/drafts.queries.ts';
import type { WholeDraft } from '#src/features/drafts/drafts.ts';
import { useSiteDraft } from '#src/features/drafts/site-draft.queries.ts';
import { useSession } from '#src/session/use-session.ts';
import type { Elements } from '#src/ui/elements.ts';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { useValue } from '#src/ui/use-value.ts';

interface AddBikeFormProps {
  user: AuthUser;
  draft: WholeDraft | null;
  onMade: (id: Id) => void;
  /** Notes under the title. */
  children: Elements;
}

function AddBikeForm({ user, draft, onMade, children }: AddBikeFormProps) {
  const navigate = useNavigate();
  return (
    <BikeForm
      title="Add a bike"
      userId={user.id}
      draft={draft}
      onMade={onMade}
      onPublished={(id) => navigate(bikePage(id, 'new'), { state: { published: id } })}
    >
      {children}
    </BikeForm>
  );
}

/** Shows that the server's newer version has replaced this device's draft. */
function broughtUpToDate(): void {
  noteReplaced();
  showToast({ text: t`Updated from your other device.` });
}

function StoredDraft({ id, user }: { id: Id; user: AuthUser }) {
  const [first, setFirst] = useState<WholeDraft>();
  const { site, asked, error, refresh } = useSiteDraft(user, id, broughtUpToDate);
  const draft = useDraft(id);
  const share = useOfferedShare(user.id);
  if (draft?.id === id && !draft.offered && !first) setFirst(draft);
  if (first) {
    return (
      <AddBikeForm user={user} draft={first} onMade={() => undefined}>
        {first.copyOf && (
          <Note state="notice">
            <span>{t`Copied from your ${first.copyOf}.`}</span> Photos, nickname, weight, story, video, build history,
            ownership and price were not copied.
          </Note>
        )}
        {draft && <DraftConflict draft={draft} site={site} ask={refresh} />}
      </AddBikeForm>
    );
  }
  if (share?.id === id) {
    return (
      <>
        <PageHead title="Add a bike" />
        <SharedOffer userId={user.id} share={share} />
      </>
    );
  }
  if (draft === undefined || share === undefined || !asked) return <Loader />;
  return error?.kind === 'network' ? <DraftGone id={id} isOffline /> : <DraftGone id={id} />;
}

/** Why photos from another app are not here. */
const notKept = {
  full: t`This device is full, so the photos weren’t added. Free some space, then share them again.`,
  lost: t`The photos didn’t arrive. Share them again, or add them here.`,
} as const;

interface NewDraftProps {
  user: AuthUser;
  onMade: (id: Id) => void;
  /** The draft that was started on this page. */
  made: Id | null;
}

function NewDraft({ user, onMade, made }: NewDraftProps) {
  const [query] = useSearchParams();
  const shared = query.get('shared');
  const why = shared !== null && shared in notKept ? (shared as keyof typeof notKept) : null;
  const share = useOfferedShare(user.id);
  const newest = useDrafts()?.find((draft) => !draft.ofPublished);
  return (
    <AddBikeForm user={user} draft={null} onMade={onMade}>
      {why && !made && <Note state="failed">{notKept[why]}</Note>}
      {share && !made && <SharedOffer userId={user.id} share={share} />}
      {newest && !made && <DraftOffer draft={newest} />}
      {made && <DraftConflictHere user={user} id={made} />}
    </AddBikeForm>
  );
}

/** Adds a bike, or continues the draft of the address. */
export function AddBikeScreen() {
  const { user } = useSession();
  const { key, state } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const asked = query.get('draft');
  // A draft started on this page gets its address without remounting the form.
  const [made, setMade] = useState<{ id: Id; place: string; replacements: number }>();
  const replacements = useValue(replacementsAtom);
  const own = asked !== null && made?.id === asked && made.replacements === replacements;
  // The steps of one visit share its form.
  const place = own ? made.place : ((state as StepState | null)?.visit ?? key);
  usePageTitle(t`Add a bike`);
  if (!user) return null;
  if (asked && !own) return <StoredDraft key={`${user.id} ${asked} ${replacements}`} id={asked} user={user} />;
  const begin = (id: Id) => {
    setMade({ id, place, replacements });
    void navigate(addBikePage(id) + location.hash, { replace: true, state });
  };
  const here = made?.place === place ? made.id : null;
  return <NewDraft key={`${user.id} ${place}`} user={user} onMade={begin} made={own ? asked : here} />;
}
