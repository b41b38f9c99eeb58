import { useEffect, useRef, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { addPhoto } from '#src/offline/draft-photos.ts';
import { PhotoRefusal } from '#src/offline/shrink-photo.ts';

/** A picked file on its way into the draft, or the sentence that says why it cannot go there. */
export type PickedPhoto = { key: number; name: string; state: 'queued' | 'shrinking' | 'refused'; problem: string };

let lastKey = 0;

/** Takes picked files into a draft, one after the other: a phone has no memory for several at once. */
export function usePickedPhotos(begin: () => Promise<Id>) {
  const [picked, setPicked] = useState<PickedPhoto[]>([]);
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

  const take = async (key: number, file: File) => {
    update(key, { state: 'shrinking' });
    try {
      await addPhoto(await begin(), file);
      update(key, null);
    } catch (error) {
      const problem = error instanceof PhotoRefusal ? error.message : `${file.name} could not be kept on this device.`;
      update(key, { state: 'refused', problem });
    }
  };

  const add = (files: readonly File[]) => {
    const fresh = files.map((file) => {
      lastKey += 1;
      return { key: lastKey, file };
    });
    setPicked((all) => [
      ...all.filter((one) => one.state !== 'refused'),
      ...fresh.map(({ key, file }) => ({ key, name: file.name, state: 'queued' as const, problem: '' })),
    ]);
    for (const { key, file } of fresh) queue.current = queue.current.then(() => take(key, file));
  };

  return {
    coming: picked.filter((one) => one.state !== 'refused'),
    refused: picked.filter((one) => one.state === 'refused'),
    add,
  };
}
