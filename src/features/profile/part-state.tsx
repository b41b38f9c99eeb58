import { disciplineLabel } from '#contract/option-labels.ts';
import type { Profile, ProfilePart } from '#contract/profile.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { sentencesOf } from '#src/lib/result.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { Button } from '#src/ui/button.tsx';
import { useWriting } from '#src/ui/display-preferences.ts';
import type { Writing } from '#src/ui/in-language.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Note } from '#src/ui/note.tsx';
import { placeText } from '#src/ui/place.tsx';
import { TwoVersions } from '#src/ui/two-versions.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { giveUp, insistOn, tryAgain } from './profile.actions.ts';
import type { ProfileParts } from './profile.mutations.ts';
import type { WaitingPart } from './profile.queries.ts';
import { partNames } from './profile-parts.ts';

/** Text of a part of the profile. */
const textOf = (part: ProfilePart, profile: ProfileParts, writing: Writing | null): string => {
  const { discipline, links, location, text } = profile;
  const texts: Record<ProfilePart, string> = {
    discipline: disciplineLabel(discipline),
    text,
    links: links.map(({ label, url }) => (label ? `${label}: ${url}` : url)).join(', '),
    location: location.hidesBikes
      ? t`${placeText(location, writing)}, bikes not shown by place`
      : placeText(location, writing),
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
  const writing = useWriting();
  if (!found) return null;
  const { row, waiting } = found;
  const drop = async (text: string) => offerUndo(text, await giveUp(row));
  if (waiting.look !== 'failed') return <WaitingMark waiting={waiting} />;
  if (row.lastError?.code === 'profile.changed') {
    const mine = textOf(part, { ...site, [part]: row.part }, writing);
    return (
      <TwoVersions
        text={t`This was changed on another device, too. Choose which one to keep.`}
        differences={[{ name: partNames[part], mine, site: textOf(part, site, writing) }]}
        onMine={() => void insistOn(row, site.versions[part]).catch(complain)}
        onSite={() => void drop(t`Your version was discarded.`).catch(complain)}
      />
    );
  }
  return (
    <Note state="failed" role="alert">
      <p>{t`Not sent. ${sentencesOf(waiting.result).join(' ')}`}</p>
      <div className="row">
        {waiting.canRetry && (
          <Button small look="quiet" onClick={() => void tryAgain(row).catch(complain)}>
            Retry
          </Button>
        )}
        <LinkButton onClick={() => void drop(t`Change discarded.`).catch(complain)}>Discard the change</LinkButton>
      </div>
    </Note>
  );
}
