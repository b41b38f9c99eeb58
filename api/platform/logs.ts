import { destination, type Logger, pino } from 'pino';

export type Log = Logger;

/** From nothing to everything. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

type Options = { level?: (typeof logLevels)[number] };

// Whatever is logged by accident: bearers, passwords and links that act never reach the log.
const secret = ['password', 'token', 'authorization', 'cookie', '["set-cookie"]', '["x-acting-user"]'];
const redact = [...secret, ...secret.map((name) => (name.startsWith('[') ? `*${name}` : `*.${name}`))];

/** A log of one JSON object a line on stderr; `level` is one of pino's. */
export const createLog = ({ level = 'info' }: Options = {}): Log =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: redact, censor: '[hidden]' } },
    destination({ fd: 2, sync: true }),
  );
