import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { enterByOpenId, type Newcomer, restoreByOpenId } from '#contract/openid.ts';
import { loginPage, signupSuccessPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useResult } from '#src/actions/use-result.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { Button } from '#src/ui/button.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { JoinForm } from '../join-form.tsx';
import { useJoining } from '../joining.queries.ts';
import { RestoreButton } from '../restore-button.tsx';
import { enterElsewhere, restoreElsewhere } from './elsewhere.actions.ts';
import { elsewhereFailure } from './elsewhere-failures.ts';
import { NewcomerForm } from './newcomer-form.tsx';

interface EnterElsewhereProps {
  /** What began the log-in; empty after a direct visit. */
  flow: string;
  returnTo: string | null;
  /** Who came and has no account here. */
  newcomer: Newcomer | null;
  onNewcomer: (newcomer: Newcomer | null) => void;
}

/** The form of somebody new, by how the site may be joined. */
function Join({ flow, newcomer }: { flow: string; newcomer: Newcomer }) {
  const { state, data } = useJoining();
  const [isApplied, setApplied] = useState(false);
  const navigate = useNavigate();
  if (state === 'loading') return <Loader />;
  if (isApplied)
    return (
      <Note state="saved" role="status">
        Your application waits for an answer. We’ll mail it to you.
      </Note>
    );
  return (
    <JoinForm
      joining={data}
      token={newcomer.invitation ?? ''}
      form={(part) => (
        <NewcomerForm
          {...part}
          flow={flow}
          newcomer={newcomer}
          done={(outcome) => {
            if (outcome.is === 'applied') setApplied(true);
            if (outcome.is === 'mailed')
              void navigate(signupSuccessPage(), { replace: true, state: { email: outcome.email } });
          }}
        />
      )}
    />
  );
}

/** Logs somebody in who came back from another site, or signs them up. */
export function EnterElsewhere({ flow, returnTo, newcomer, onNewcomer }: EnterElsewhereProps) {
  const entered = useResult(enterByOpenId.action);
  const restored = useResult(restoreByOpenId.action);
  const begun = useRef('');
  const enter = () => void enterElsewhere(flow).then(onNewcomer, ignoreApiFailure);
  const enterOnce = useRef(enter);
  useEffect(() => {
    // React runs effects twice in development; what has begun can be used once.
    if (!flow || begun.current === flow) return;
    begun.current = flow;
    enterOnce.current();
  }, [flow]);
  const error =
    restored.error ?? entered.error ?? (flow ? undefined : { code: 'late', message: elsewhereFailure('late') ?? '' });
  if (newcomer) return <Join flow={flow} newcomer={newcomer} />;
  if (!error)
    return (
      <p role="status">
        <TrailMark state="sending">Logging you in</TrailMark>
      </p>
    );
  const restore = <RestoreButton restore={() => restoreElsewhere(flow)} busy={isUnderWay(restored)} />;
  const isUnreached =
    !error.code.includes('.') && /^(?:offline|unexpected|unavailable|too_many_requests)$/.test(error.code);
  return (
    <>
      <Refusal error={error} restore={restore} />
      {isUnreached && (
        <Button look="quiet" busy={isUnderWay(entered)} onClick={enter}>
          {t`Try again`}
        </Button>
      )}
      <Button look="quiet" to={loginPage(returnTo ?? undefined)}>
        Go to Log In
      </Button>
    </>
  );
}
