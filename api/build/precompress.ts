import { glob, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const pattern = '**/*.{js,css,html,svg,json,webmanifest}';
/** Bytes below which compression costs more than it saves. */
const worthwhile = 512;

async function isCurrent(file: string, compressed: string): Promise<boolean> {
  const [source, target] = await Promise.all([stat(file), stat(compressed).catch(() => null)]);
  return target !== null && target.mtimeMs >= source.mtimeMs;
}

/** The best level takes 3 s longer on two cores, for a tenth of the bytes. */
const isBest = process.env.COMPRESSION === 'best';
const [brotliQuality, gzipLevel] = isBest ? [11, 9] : [5, 6];

/** Writes the compressed copies of a file, unless they are current or it is too small. */
export async function compress(file: string): Promise<void> {
  if (await isCurrent(file, `${file}.br`)) return;
  const bytes = await readFile(file);
  if (bytes.length < worthwhile) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  // The gzip file is written first: the brotli file proves that both exist.
  await writeFile(`${file}.gz`, await zip(bytes, { level: gzipLevel }));
  await writeFile(`${file}.br`, await brotli(bytes, { params }));
}

/** Writes a `.br` and a `.gz` next to each text file of the build, so that the server compresses no files itself. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const paths = await Array.fromAsync(glob(pattern, { cwd: folder }));
        // In parallel: zlib has threads of its own.
        await Promise.all(paths.map((path) => compress(join(folder, path))));
      },
    },
  };
}
