import { t } from '#contract/texts.ts';
import { Heart } from '#src/ui/icons.js';
import { Button } from './button.tsx';

interface LikeSwitchProps {
  on: boolean;
  isStoring: boolean;
  onChoose: (on: boolean) => void;
  /** The page on which a visitor logs in; null for members. */
  login: string | null;
  /** Name of the button where several are on a page. */
  label?: string;
  small?: boolean;
}

/** The button that likes something, or takes that back. A visitor logs in first. */
export function LikeSwitch({ on, isStoring, onChoose, login, label, small }: LikeSwitchProps) {
  const content = (
    <>
      <Heart className={small ? 'icon icon-small' : 'icon'} aria-hidden="true" />
      <span>{on ? t`Liked` : t.as('verb')`Like`}</span>
    </>
  );
  if (login !== null) {
    return (
      <Button look="quiet" small={small} aria-label={label} to={login}>
        {content}
      </Button>
    );
  }
  return (
    <Button
      look="quiet"
      small={small}
      aria-pressed={on}
      aria-label={label}
      data-storing={isStoring || undefined}
      onClick={() => onChoose(!on)}
    >
      {content}
    </Button>
  );
}
