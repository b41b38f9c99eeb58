import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { defaultFolderName, defaultFolderOf } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { refusal } from '#contract/may.ts';
import { favoritesPage, loginPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { Bookmark } from '#src/ui/icons.js';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { fetchMissingBikes } from './download-folder.ts';
import { setFavorite } from './favorites.actions.ts';
import styles from './favorites.module.css';

const loadPicker = () => import('./favorite-picker.tsx');
const FavoritePicker = lazy(() => loadPicker().then((it) => ({ default: it.FavoritePicker })));
/** If the prefetch fails, the picker loads when it is opened. */
const fetchEarly = () => void loadPicker().catch(() => undefined);

interface FavoriteButtonProps {
  bike: BikeCard;
  /** Whether the bike is in a folder. */
  on: boolean;
  /** Icon only, next to the bike's name. */
  compact?: boolean;
  /** The parent shows the folders, because the button may unmount along with its bike while they are open. */
  onOpen?: (button: Element) => void;
}

/** Saves a bike to the default folder and offers the others. */
async function save(bike: BikeCard, userId: Id, chooseFolders: () => void): Promise<void> {
  const folder = { id: defaultFolderOf(userId), name: defaultFolderName };
  await setFavorite(bike, userId, folder, true);
  void fetchMissingBikes();
  const undo = () => setFavorite(bike, userId, folder, false);
  offerUndo(t`Saved to Favorites.`, undo, { label: t`Folders`, run: chooseFolders });
}

/**
 * Saves the bike to the default folder; once it is in a folder, opens the folder picker. A visitor logs in first; the
 * owner of the bike gets no button.
 */
export function FavoriteButton({ bike, on, compact, onOpen }: FavoriteButtonProps) {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const busy = useRef(false);
  /** The element that the open folder picker is placed at. */
  const [anchor, setAnchor] = useState<Element | null>(null);
  if (refusal('bike.favorite', user, bike) === 'favorite.own') return null;
  const icon = <Bookmark className={on ? `icon ${styles.on}` : 'icon'} aria-hidden="true" />;
  const label = on ? t`In favorites` : t`Favorite`;
  const buttonProps = compact
    ? ({ look: 'plain', icon: true, 'aria-label': t`${label}: ${titleOf(bike)}`, children: icon } as const)
    : ({
        look: 'quiet',
        children: (
          <>
            {icon}
            <span>{label}</span>
          </>
        ),
      } as const);
  if (!user) return <Button {...buttonProps} to={loginPage(pathname + search)} />;
  // The toast may outlive the button.
  const chooseFolders = () => (button.current ? setAnchor(button.current) : void navigate(favoritesPage()));
  const press = async () => {
    if (on && button.current) return (onOpen ?? setAnchor)(button.current);
    if (busy.current) return;
    busy.current = true;
    await save(bike, user.id, chooseFolders).catch(complain);
    busy.current = false;
  };
  return (
    <>
      <Button
        {...buttonProps}
        ref={button}
        aria-haspopup={on ? 'dialog' : undefined}
        aria-expanded={on ? anchor !== null : undefined}
        onPointerEnter={fetchEarly}
        onFocus={fetchEarly}
        onClick={() => void press()}
      />
      {anchor && (
        <Suspense>
          <FavoritePicker bike={bike} userId={user.id} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
