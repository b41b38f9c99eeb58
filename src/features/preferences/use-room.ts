import { useEffect, useState } from 'react';
import { isPersisted, roomHere } from '#src/storage/persist.ts';

type Room = { room: { used: number; quota: number } | null; persisted: boolean | null };

const readRoom = async (): Promise<Room> => ({ room: await roomHere(), persisted: await isPersisted() });

/** Storage quota and persistence, read again when `revision` changes. */
export function useRoom(revision?: unknown): Room & { look: () => Promise<void> } {
  const [found, setFound] = useState<Room>({ room: null, persisted: null });
  const look = async () => setFound(await readRoom());
  // The cached content triggers the effect, because it changes the space used.
  useEffect(() => {
    void readRoom().then(setFound);
  }, [revision]);
  return { ...found, look };
}
