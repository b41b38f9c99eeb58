import { useEffect, useRef, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { addPhoto } from '#src/features/drafts/draft-photos.ts';
import { countTry, releaseShared } from '#src/features/drafts/shared-photos.ts';
import { PhotoRefusal } from '#src/photos/shrink-photo.ts';

/** Picked file being processed, or its error message. `canRetry`: a retry may succeed. */
export type PickedPhoto = {
  key: number;
  name: string;
  state: 'queued' | 'shrinking' | 'refused';
  problem: string;
  canRetry: boolean;
};

type Picked = PickedPhoto & { file: File; wanted: AbortController };

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

let lastKey = 0;

function freshOf(file: File): Picked {
  lastKey += 1;
  const state = { state: 'queued', problem: '', canRetry: false } as const;
  return { key: lastKey, name: file.name, file, wanted: new AbortController(), ...state };
}

/** Adds picked files to a draft one at a time: phones lack the memory for several at once. */
export function usePickedPhotos(begin: () => Promise<Id>) {
  const [picked, setPicked] = useState<Picked[]>([]);
  const queue = useRef(Promise.resolve());
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const update = (key: number, change: Partial<PickedPhoto> | null) => {
    if (left.current) return;
    setPicked((all) =>
      change ? all.map((one) => (one.key === key ? { ...one, ...change } : one)) : all.filter((one) => one.key !== key),
    );
  };

  const take = async ({ key, file, wanted: { signal } }: Picked) => {
    if (!(await countTry(file))) return update(key, null);
    if (signal.aborted) return;
    update(key, { state: 'shrinking' });
    try {
      await addPhoto(await begin(), file, Date.now(), signal);
      update(key, null);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return update(key, null);
      const refused = error instanceof PhotoRefusal;
      if (refused && !error.canRetry) await releaseShared(file);
      const problem = refused ? error.message : t`${file.name} couldn't be saved on this device.`;
      update(key, { state: 'refused', problem, canRetry: refused ? error.canRetry : true });
    }
  };

  const enqueue = (fresh: readonly Picked[], stay: (one: Picked) => boolean): Promise<void> => {
    setPicked((all) => [...all.filter(stay), ...fresh]);
    for (const one of fresh) queue.current = queue.current.then(() => take(one));
    return queue.current;
  };
  const find = (key: number) => picked.find((one) => one.key === key);

  return {
    pending: picked.filter((one) => one.state !== 'refused') as readonly PickedPhoto[],
    refused: picked.filter((one) => one.state === 'refused') as readonly PickedPhoto[],
    /** Resolves when all of them are added or refused. */
    add: (files: readonly File[]) => enqueue(files.map(freshOf), ({ state }) => state !== 'refused'),
    /** Shows a file that was refused before. */
    refuse: (file: File, problem: string, canRetry = false) => {
      const refused = { ...freshOf(file), state: 'refused', problem, canRetry } as const;
      setPicked((all) => [...all, refused]);
    },
    /** Retries a refused file. */
    again(key: number) {
      const one = find(key);
      if (one) void enqueue([freshOf(one.file)], (other) => other.key !== key);
    },
    /** Removes a file that is being processed or was refused. */
    drop(key: number) {
      const one = find(key);
      one?.wanted.abort();
      if (one) void releaseShared(one.file);
      update(key, null);
    },
  };
}
