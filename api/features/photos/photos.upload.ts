import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { photoLimits } from '#contract/photos.ts';
import { Problem } from '#contract/problems.ts';

/** The base64 SHA-256 of a `Content-Digest` header (RFC 9530); null if there is none. */
export const digestOf = (header: string | undefined): string | null =>
  /(?:^|,\s*)sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header ?? '')?.[1] ?? null;

/**
 * Writes an upload to a temporary file, passes its path and size in bytes to `use`, and deletes the file.
 * @throws photo.too_large, photo.damaged if the bytes do not match the digest
 */
export async function withUpload<T>(
  folder: string,
  body: ReadableStream<Uint8Array>,
  digest: string,
  use: (path: string, size: number) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  let size = 0;
  try {
    const hash = createHash('sha256');
    {
      await using file = await open(path, 'wx', 0o600);
      for await (const chunk of body) {
        size += chunk.byteLength;
        if (size > photoLimits.bytes) throw new Problem('photo.too_large');
        hash.update(chunk);
        await file.write(chunk);
      }
    }
    if (hash.digest('base64') !== digest) throw new Problem('photo.damaged');
    return await use(path, size);
  } finally {
    await rm(path, { force: true });
  }
}
