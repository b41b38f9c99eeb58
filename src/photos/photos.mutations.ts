import { callOf, pathOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { askPhoto, type putPhoto } from '#contract/photos.ts';
import { many, t } from '#contract/texts.ts';
import { byKind, defineMutation, type PartLabels } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import { dropPhoto, noteUploaded } from './drop-photo.ts';
import { bytesOf } from './photo-bytes.ts';

type Upload = {
  photoId: Id;
  /** The thing that the photo belongs to. */
  subject: Subject;
  /** The scope of the mutation that waits for the photo. */
  scope: string;
  /** `2/3`; empty for the picture of a profile. */
  place: string;
  /** Whether the photo may be on the server, because it was sent with a draft. */
  tried?: boolean | undefined;
};

export const putPhotoMutation = defineMutation({
  kind: 'photo.put',
  endpoint: callOf<typeof putPhoto>('PUT', '/photos/:photoId'),
  labels: {
    title: ({ title }, place) => {
      const [number, count] = place.split('/');
      return count ? t`Photo ${number} of ${count}, ${title}` : t`Photo for your profile`;
    },
    done: (ago) => t`Added ${ago}.`,
    waitsFor: t`Waiting for its bike`,
    undo: 'leave-out',
    discard: 'leave-out',
  },
  // An uploaded photo is invisible without what it belongs to, and the server deletes unused ones.
  isHarmless: true,
  queue: ({ photoId, subject, scope, place, tried }: Upload) => ({
    params: { photoId },
    subject,
    targetId: photoId,
    scope,
    titleValue: place,
    part: tried ? { tried } : null,
  }),
  onEnd: { sent: noteUploaded, removed: dropPhoto },
  transfer: {
    timeoutMs: 120_000,
    body: bytesOf,
    question: {
      path: ({ targetId }) => pathOf(askPhoto, { photoId: targetId }),
      found: (reply) => reply?.photo ?? null,
      mayHaveArrived: ({ part }) => part?.tried === true,
    },
  },
});

/** Builds the upload of a photo that `parent` waits for. @param place `2/3`; empty for the picture of a profile */
export function photoOf(
  parent: Pick<QueuedMutation, 'userId' | 'subject' | 'lane'>,
  photoId: Id,
  place: string,
  now: number,
  seq: number,
  tried?: boolean,
): QueuedMutation {
  const subject = { ...parent.subject, picture: { id: photoId, here: true } };
  const upload = { photoId, subject, scope: parent.lane, place, tried };
  return { ...putPhotoMutation.create(upload, parent.userId, now), seq };
}

/** Texts of photos as the parts of a mutation. */
export const photoLabels: PartLabels = {
  all: t`The photos`,
  counted: (count) => many(count)`Photo|# photos`,
  numbered: (number) => t`Photo ${number}`,
  sending: (number, count) => t`Sending photo ${number} of ${count}`,
};

/** The queued uploads of the photos of a thing. */
export const photosWaiting = (subjectId: Id, queued: readonly QueuedMutation[]): QueuedMutation[] =>
  queued.filter((mutation) => mutation.kind === 'photo.put' && mutation.subject.id === subjectId);

export const mutations = byKind(putPhotoMutation);
