import type { Photo, PhotoNote, StoredPhoto } from '#contract/photos.ts';

/** The stored photos, in the owner's order and with the owner's texts. */
export function withNotes(notes: readonly PhotoNote[], stored: readonly StoredPhoto[]): Photo[] {
  const found = new Map(stored.map((photo) => [photo.id, photo]));
  return notes.flatMap((note) => {
    const photo = found.get(note.id);
    return photo ? [{ ...photo, ...note }] : [];
  });
}
