import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import * as v from 'valibot';
import { cardOf, titleOf } from '#contract/bikes.ts';
import { Id } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { useBike } from '#src/features/bikes/page/bike.queries.ts';
import { BikePage } from '#src/features/bikes/page/bike-page.tsx';
import { BikeUnavailable } from '#src/features/bikes/page/bike-unavailable.tsx';
import { ShareButton } from '#src/features/bikes/page/share-button.tsx';
import { CommentSection } from '#src/features/comments/comment-section.tsx';
import { LikeButton } from '#src/features/likes/like-button.tsx';
import { useLike } from '#src/features/likes/likes.queries.ts';
import { retryRow, takeBack } from '#src/features/outbox/outbox.actions.ts';
import type { ShownBike } from '#src/offline/writes/bike-overlay.ts';
import { useOrigin } from '#src/reading/given.ts';
import { useSession } from '#src/session/use-session.ts';
import { Tally } from '#src/ui/tally.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

const whyNot = 'why-not-like';

/** The address names the bike as it is called now. */
function useRightAddress(bike: ShownBike): string {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const right = bikePage(bike.id, bike.slug);
  useEffect(() => {
    if (pathname !== right) navigate(right + hash, { replace: true });
  }, [pathname, right, hash, navigate]);
  return useOrigin() + right;
}

interface OpenBikeProps {
  bike: ShownBike;
  /** When the copy was saved that is shown instead of an answer, milliseconds since the epoch. */
  savedAt: number | null;
  unsent: boolean;
}

function OpenBike({ bike, savedAt, unsent }: OpenBikeProps) {
  const { user } = useSession();
  const like = useLike(bike.id) ?? { liked: false, likes: bike.counts.likes };
  const address = useRightAddress(bike);
  usePageTitle(titleOf(bike));
  const mine = user?.id === bike.owner.id;
  const counts = [
    { name: 'Likes', count: like.likes },
    { name: 'Comments', count: bike.counts.comments },
  ];
  return (
    <div className="frame">
      <link rel="canonical" href={address} />
      <BikePage
        bike={bike}
        savedAt={savedAt}
        numbers={<Tally counts={counts} />}
        actions={
          <>
            <LikeButton bike={cardOf(bike)} liked={like.liked} whyNot={whyNot} />
            <ShareButton bike={bike} />
          </>
        }
        aboutActions={
          mine && (
            <p id={whyNot} className="quiet small">
              This one is yours: likes come from others.
            </p>
          )
        }
      >
        <CommentSection bike={bike} unsent={unsent} takeBack={takeBack} retry={retryRow} />
      </BikePage>
    </div>
  );
}

function BikeById({ id }: { id: Id }) {
  const read = useBike(id);
  const { data, savedCopy, savedAt } = read;
  if (!data) return <BikeUnavailable read={read} />;
  return (
    <OpenBike bike={data} savedAt={savedCopy ? savedAt : null} unsent={data.waiting !== null && savedAt === null} />
  );
}

/** A bike on its own page. */
export function BikeScreen() {
  const { bikeId = '' } = useParams();
  if (!v.is(Id, bikeId)) return <NotFoundScreen />;
  return <BikeById key={bikeId} id={bikeId} />;
}
