import { readdir, readFile } from 'node:fs/promises';

/** Returns the pids of a process's children that run a module. Reads Linux's /proc. */
export async function childrenOf(parent: number, module: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
      const parentOf = /^PPid:\s*(\d+)$/m.exec(await read('status'))?.[1];
      return Number(parentOf) === parent && (await read('cmdline')).includes(module) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

/** Whether a process is running. */
export function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
