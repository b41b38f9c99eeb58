import type { Profile, ProfilePart } from '#contract/profile.ts';
import { complain } from '#src/forms/complain.ts';
import { sentencesOf } from '#src/lib/result.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Note } from '#src/ui/note.tsx';
import { TwoVersions } from '#src/ui/two-versions.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { giveUp, insistOn, tryAgain } from './profile.actions.ts';
import type { ProfileParts } from './profile.mutations.ts';
import type { WaitingPart } from './profile.queries.ts';
import { partNames } from './profile-parts.ts';

/** Text of a part of the profile. */
const textOf = (part: ProfilePart, profile: ProfileParts): string => {
  const { discipline, links, location, text } = profile;
  const texts: Record<ProfilePart, string> = {
    discipline,
    text,
    links: links.map(({ label, url }) => (label ? `${label}: ${url}` : url)).join(', '),
    location: [location.regionName, location.countryName].filter(Boolean).join(', '),
  };
  return texts[part];
};

interface PartStateProps {
  part: ProfilePart;
  site: Profile;
  waiting: WaitingPart | undefined;
}

/** State of a part that is not synchronized: queued, refused or in conflict. */
export function PartState({ part, site, waiting: found }: PartStateProps) {
  if (!found) return null;
  const { row, waiting } = found;
  const drop = async (text: string) => offerUndo(text, await giveUp(row));
  if (waiting.look !== 'failed') return <WaitingMark waiting={waiting} />;
  if (row.lastError?.code === 'profile.changed') {
    const mine = textOf(part, { ...site, [part]: row.part });
    return (
      <TwoVersions
        text="This was changed on another device, too. Choose which one to keep."
        differences={[{ name: partNames[part], mine, site: textOf(part, site) }]}
        onMine={() => void insistOn(row, site.versions[part]).catch(complain)}
        onSite={() => void drop('Your version was discarded.').catch(complain)}
      />
    );
  }
  return (
    <Note state="failed" role="alert">
      <p>{`Not sent. ${sentencesOf(waiting.result).join(' ')}`}</p>
      <div className="row">
        {waiting.canRetry && (
          <Button small look="quiet" onClick={() => void tryAgain(row).catch(complain)}>
            Retry
          </Button>
        )}
        <LinkButton onClick={() => void drop('Change discarded.').catch(complain)}>Discard the change</LinkButton>
      </div>
    </Note>
  );
}
