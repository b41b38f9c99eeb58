import { destination, type Logger, pino } from 'pino';

export type Log = Logger;

/** From silent to most verbose. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

type Options = { level?: (typeof logLevels)[number] };

// Tokens, passwords and links that act never reach the log, even if they are logged by accident.
const secret = ['password', 'token', 'authorization', 'cookie', '["set-cookie"]', '["x-acting-user"]'];
const redact = [...secret, ...secret.map((name) => (name.startsWith('[') ? `*${name}` : `*.${name}`))];

/** Creates a logger that writes one JSON object a line to stderr. */
export const createLog = ({ level = 'info' }: Options = {}): Log =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: redact, censor: '[hidden]' } },
    destination({ fd: 2, sync: true }),
  );
