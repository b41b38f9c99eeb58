import { t } from '#contract/texts.ts';
import { defaultFolderName } from './favorites.ts';

/** A folder's name as it is shown; no other folder can have the stored name of the default folder. */
export const shownName = (name: string): string => (name === defaultFolderName ? t`Favorites` : name);
