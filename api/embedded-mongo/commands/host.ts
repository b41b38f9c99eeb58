import { arch, availableParallelism, hostname, platform, release, totalmem, type } from 'node:os';
import { DbError } from '../bson/errors.ts';
import type { Handler } from './call.ts';
import { anything, readFields } from './fields.ts';

const megabyte = 1024 * 1024;

/** The machine, as shells show it when they connect. */
export const hostInfo: Handler = ({ now }) => ({
  system: {
    currentTime: new Date(now()),
    hostname: hostname(),
    cpuAddrSize: 64,
    memSizeMB: Math.round(totalmem() / megabyte),
    memLimitMB: Math.round((process.constrainedMemory() || totalmem()) / megabyte),
    numCores: availableParallelism(),
    cpuArch: arch() === 'x64' ? 'x86_64' : arch(),
    numaEnabled: false,
  },
  os: { type: type(), name: platform(), version: release() },
  extra: {},
  ok: 1,
});

/** There is no command line: the caller passes the options. */
export const getCmdLineOpts: Handler = () => ({ argv: [], parsed: {}, ok: 1 });

const logs = ['global', 'startupWarnings'];

/** The server keeps no log: failures are replies, and fatal errors go to its process. */
export const getLog: Handler = ({ command }) => {
  const { getLog: name } = readFields('getLog', command, { getLog: anything });
  if (name === '*') return { names: logs, ok: 1 };
  if (typeof name !== 'string') throw new DbError(14, 'Argument to getLog must be of type String');
  if (!logs.includes(name)) throw new DbError(96, `No log named '${name}'`);
  return { totalLinesWritten: 0, log: [], ok: 1 };
};
