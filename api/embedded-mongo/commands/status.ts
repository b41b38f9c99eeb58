import { hostname } from 'node:os';
import { Double, Long } from 'bson';
import { DbError } from '../bson/errors.ts';
import type { Handler } from './call.ts';
import { version } from './diagnostics.ts';

const megabytes = (bytes: number): number => Math.round(bytes / 1048576);
const whole = (n: number): Double => new Double(Math.floor(n));
const none = { total: 0, readers: 0, writers: 0 };
/** mongod's default connection limit; here the operating system sets the limit. */
const maxConnections = 1_000_000;

/** The fields that mongostat reads. There are no locks, and values that nothing counts are left out. */
export const serverStatus: Handler = ({ cursors, counters, now }) => {
  const { majorPageFault } = process.resourceUsage();
  const { bytesIn, bytesOut, numRequests } = counters.network;
  const { current, totalCreated } = counters.connections;
  const uptime = process.uptime();
  return {
    host: hostname(),
    version,
    process: 'embedded',
    pid: Long.fromNumber(process.pid),
    uptime: whole(uptime),
    uptimeMillis: Long.fromNumber(Math.floor(uptime * 1000)),
    uptimeEstimate: Long.fromNumber(Math.floor(uptime)),
    localTime: new Date(now()),
    asserts: { regular: 0, warning: 0, msg: 0, user: 0, tripwire: 0, rollovers: 0 },
    connections: { current, available: maxConnections - current, totalCreated: Long.fromNumber(totalCreated) },
    extra_info: { note: 'fields vary by platform', page_faults: Long.fromNumber(majorPageFault) },
    globalLock: {
      totalTime: Long.fromNumber(Math.floor(uptime * 1e6)),
      currentQueue: none,
      activeClients: none,
    },
    network: {
      bytesIn: Long.fromNumber(bytesIn),
      bytesOut: Long.fromNumber(bytesOut),
      numRequests: Long.fromNumber(numRequests),
    },
    opcounters: counters.opcounters,
    storageEngine: { name: 'sqlite', persistent: true },
    metrics: { cursor: { open: { total: Long.fromNumber(cursors.size) } } },
    mem: { bits: 64, resident: megabytes(process.memoryUsage.rss()), supported: true },
    ok: 1,
  };
};

/** The time spent on each collection, as mongotop reads it. */
export const top: Handler = ({ db, store, counters }) => {
  if (db !== 'admin') throw new DbError(13, 'top may only be run against the admin database.');
  return { totals: counters.totals(store), ok: 1 };
};
