// The sample community's files: one for each member with their bikes, and one for the sizes of all pictures.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { Signup } from '#contract/accounts.ts';
import { bikeStatuses, photoKinds } from '#contract/bike-options.ts';
import { bikeSchemas } from '#contract/bike-values.ts';
import { CommentText, commentMarks } from '#contract/comments.ts';
import { Component } from '#contract/components.ts';
import { FolderName } from '#contract/favorites.ts';
import { BuildEntry } from '#contract/history.ts';
import { omit } from '#contract/omit.ts';
import { PhotoNote } from '#contract/photos.ts';
import { Discipline, LocationCodes, ProfileLinks, ProfileText } from '#contract/profile.ts';

/** Days before the seeding. */
const DaysAgo = v.pipe(v.number(), v.minValue(0));
const { username: Username } = Signup.entries;
/** `username/key` of a bike. */
const BikePath = v.pipe(v.string(), v.regex(/^[\w.-]+\/[a-z0-9-]+$/));

const note = omit(PhotoNote.entries, 'id', 'kind');
const entry = omit(BuildEntry.entries, 'id', 'photoIds');
const fields = omit(bikeSchemas, 'components', 'history');

const SampleBike = v.strictObject({
  ...fields,
  /** Part of its address in these files: unique among the member's bikes. */
  key: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  published: DaysAgo,
  views: v.number(),
  /** The status of a bike that is not listed; `reason`: the moderators'. */
  availability: v.optional(
    v.strictObject({ status: v.picklist(bikeStatuses), since: DaysAgo, reason: v.optional(v.string(), '') }),
  ),
  /** The first is the cover; the files are `pictures/USERNAME/KEY-1` and so on. */
  photos: v.array(v.strictObject({ kind: v.picklist(photoKinds), ...note })),
  components: v.array(v.strictObject(v.omit(Component, ['id']).entries)),
  /** `photos`: positions in the list above, from 1. */
  history: v.optional(v.array(v.strictObject({ ...entry, photos: v.optional(v.array(v.number()), []) })), []),
  /** In the order in which they were written. */
  comments: v.array(
    v.strictObject({
      by: Username,
      text: CommentText,
      /** Place of the comment that it answers, from 0. */
      answers: v.optional(v.number()),
      /** Marks of the bike's owner. */
      marks: v.optional(v.array(v.picklist(commentMarks)), []),
    }),
  ),
  /** Usernames, in the order in which they liked it. */
  likes: v.array(Username),
});
export type SampleBike = v.InferOutput<typeof SampleBike>;

const SampleMember = v.strictObject({
  username: Username,
  joined: DaysAgo,
  discipline: Discipline,
  location: LocationCodes,
  text: ProfileText,
  links: v.optional(ProfileLinks, []),
  bikes: v.array(SampleBike),
  /** Bikes in the default folder. */
  favorites: v.optional(v.array(BikePath), []),
  folders: v.optional(
    v.array(v.strictObject({ name: FolderName, shared: v.optional(v.boolean(), false), bikes: v.array(BikePath) })),
    [],
  ),
});
export type SampleMember = v.InferOutput<typeof SampleMember>;

/** Sizes of the largest copy in pixels, and thumbhashes, by the folder of a picture. */
const SamplePictures = v.record(
  v.string(),
  v.strictObject({ width: v.number(), height: v.number(), thumbhash: v.string() }),
);
export type SamplePicture = v.InferOutput<typeof SamplePictures>[string];

const here = import.meta.dirname;
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(here, file), 'utf8'));

/** Reads all members, by name. @throws {Error} if a file breaks a rule, naming it */
export function readMembers(): SampleMember[] {
  return readdirSync(join(here, 'members'))
    .sort()
    .map((file) => {
      const read = v.safeParse(SampleMember, readJson(`members/${file}`));
      if (read.success) return read.output;
      const [issue] = read.issues;
      throw new Error(`${file}: ${v.getDotPath(issue) ?? ''} ${issue.message}`);
    });
}

export const readPictures = (): Record<string, SamplePicture> =>
  v.parse(SamplePictures, readJson('pictures/pictures.json'));

/** The folder with the copies of a picture, each called after its width. */
export const pictureFolder = (name: string): string => join(here, 'pictures', name);
