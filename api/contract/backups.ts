import * as v from 'valibot';

/** The scheduled backups. */
export const BackupState = v.object({
  /** Where they go, without keys. */
  place: v.string(),
  /** Seconds from one backup to the next. */
  every: v.number(),
  /** How many are kept. */
  keep: v.number(),
  /** ISO 8601, UTC: when the one that is being made was begun; null if none is. */
  runningSince: v.nullable(v.string()),
  /** The last complete backup. */
  last: v.nullable(
    v.object({
      name: v.string(),
      at: v.string(),
      /** Bytes of the database as stored, and milliseconds that it took. */
      bytes: v.number(),
      ms: v.number(),
      /** Photo files that belong to it; null if it is without photos, which are in a bucket. */
      photos: v.nullable(v.number()),
      /** Whether it shows the database at one moment. */
      consistent: v.boolean(),
    }),
  ),
  /** The failure since then. */
  failure: v.nullable(v.object({ at: v.string(), message: v.string() })),
});
export type BackupState = v.InferOutput<typeof BackupState>;
