/** Node lets garbage of 32 MB pile up before it looks at it; of ours 4 MB hold what dozens of answers leave behind. */
const youngLimit = '--max-semi-space-size=4';
/** Of what stayed longer it else waits for several times as much as is in use. */
const oldGrowth = '--heap-growing-percent=60';
/** The C library else keeps for each thread apart what that one once needed. */
const settings = { MALLOC_ARENA_MAX: '1' };

/**
 * Begins a program anew in this process, with what makes it take less memory and holds from a start only. Where an
 * operator chose otherwise, or the system cannot, nothing is done: then the program goes on as it was begun.
 */
export function beginFrugally(program: string): void {
  const { execArgv, execPath, env } = process;
  const isChosen = [...execArgv, env.NODE_OPTIONS].some((given) => given?.includes('semi-space-size'));
  // Whoever holds a channel to the process would lose it.
  if (isChosen || process.channel || process.platform === 'win32' || !process.execve) return;
  process.execve(execPath, [execPath, youngLimit, oldGrowth, ...execArgv, program], { ...settings, ...env });
}
