import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { type BikeCard, titleOf } from '#contract/bikes.ts';
import { refusal } from '#contract/may.ts';
import { loginPage } from '#contract/pages.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './favorites.module.css';

const loadPicker = () => import('./favorite-picker.tsx');
const FavoritePicker = lazy(() => loadPicker().then((it) => ({ default: it.FavoritePicker })));
/** If the prefetch fails, the picker loads when it is opened. */
const fetchEarly = () => void loadPicker().catch(() => undefined);

interface FavoriteButtonProps {
  bike: BikeCard;
  /** Whether the bike is in a folder; unknown on a card. */
  on?: boolean;
  /** Icon only, next to the bike's name. */
  compact?: boolean;
  /** The parent shows the folders, because the button may unmount along with its bike while they are open. */
  onOpen?: () => void;
}

/** Opens the folder picker. A visitor logs in first; the owner of the bike gets no button. */
export function FavoriteButton({ bike, on, compact, onOpen }: FavoriteButtonProps) {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  if (refusal('bike.favorite', user, bike) === 'favorite.own') return null;
  const icon = <Bookmark className={on ? `icon ${styles.on}` : 'icon'} aria-hidden="true" />;
  const words = on ? 'In favorites' : 'Favorite';
  const face = compact
    ? ({ look: 'plain', icon: true, 'aria-label': `${words}: ${titleOf(bike)}`, children: icon } as const)
    : ({
        look: 'quiet',
        children: (
          <>
            {icon}
            {words}
          </>
        ),
      } as const);
  if (!user) return <Button {...face} to={loginPage(pathname + search)} />;
  return (
    <>
      <Button
        {...face}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={fetchEarly}
        onFocus={fetchEarly}
        onClick={onOpen ?? (() => setOpen(true))}
      />
      {open && (
        <Suspense>
          <FavoritePicker bike={bike} userId={user.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
