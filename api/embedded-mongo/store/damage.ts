import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const walHeaderBytes = 32;
const walMagic = 0x377f0682;

/** Reads the first bytes of a file and its size; undefined if there is no such file. */
function beginning(file: string, bytes: number): { head: Buffer; size: number } | undefined {
  try {
    const opened = openSync(file, 'r');
    try {
      const head = Buffer.alloc(bytes);
      readSync(opened, head, 0, bytes, 0);
      return { head, size: fstatSync(opened).size };
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Verifies SQLite's checksum of a log header, in the byte order that its magic number says. */
function isWalHeader(head: Buffer): boolean {
  const magic = head.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== walMagic) return false;
  const word = (at: number): number => (magic & 1 ? head.readUInt32BE(at) : head.readUInt32LE(at));
  let [a, b] = [0, 0];
  for (let at = 0; at < 24; at += 8) {
    a = (a + word(at) + b) >>> 0;
    b = (b + word(at + 4) + a) >>> 0;
  }
  return a === head.readUInt32BE(24) && b === head.readUInt32BE(28);
}

/** Whether the log's header is damaged. SQLite would discard such a log with all writes since the last checkpoint. */
const isLogDamaged = (file: string): boolean => {
  const log = beginning(`${file}-wal`, walHeaderBytes);
  return log !== undefined && log.size > walHeaderBytes && !isWalHeader(log.head);
};

/** Whether the file is shorter than its header says, without a log that explains it. */
const isCut = (file: string): boolean => {
  const data = beginning(file, 100);
  if (!data || data.size < 100 || data.head.toString('latin1', 0, 15) !== 'SQLite format 3') return false;
  const pageSize = data.head.readUInt16BE(16);
  const pages = data.head.readUInt32BE(28);
  const log = beginning(`${file}-wal`, walHeaderBytes);
  return !log?.size && data.size < pages * (pageSize === 1 ? 65_536 : pageSize);
};

/** Throws an Error of one sentence for damage that SQLite would repair by discarding data. Changes nothing. */
export function assertWhole(file: string): void {
  if (isLogDamaged(file)) throw new Error(`The database's log is damaged: ${file}-wal`);
  if (isCut(file)) throw new Error(`The database is damaged, its end is missing: ${file}`);
}
