import type { FolderBike } from '#contract/favorites.ts';
import { Prose } from './words.tsx';

/** The note on a bike of a folder, under its card. */
export const BikeNote = ({ bike: { note } }: { bike: FolderBike }) => (note ? <Prose text={note} small /> : null);
