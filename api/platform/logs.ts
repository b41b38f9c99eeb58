import { destination, type Logger, pino } from 'pino';
import { maskAddresses } from './mask-address.ts';

export type Log = Logger;

/** From silent to most verbose. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** An error without further fields, which may hold what a member typed: a driver's error has the values of a document. */
function errorFields(error: unknown) {
  if (!(error instanceof Error)) return maskAddresses(String(error));
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, message: maskAddresses(message), stack: maskAddresses(stack), code };
}

type Options = { level?: (typeof logLevels)[number] };

// Tokens, passwords and links that act never reach the log, even if they are logged by accident.
const secret = ['password', 'token', 'authorization', 'cookie', '["set-cookie"]', '["x-acting-user"]'];
const redact = [...secret, ...secret.map((name) => (name.startsWith('[') ? `*${name}` : `*.${name}`))];

/** A logged error: its message, what was logged with it, and what its logger always logs. */
export type LoggedError = { message: string; fields: Record<string, unknown>; bindings: Record<string, unknown> };
type Listener = (error: LoggedError) => void;

const errorLevel = 50;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
/** The listeners of each log, which its children share. */
const listenersOf = new WeakMap<Log, Set<Listener>>();

/** Creates a logger that writes one JSON object a line to stderr. */
export function createLog({ level = 'info' }: Options = {}): Log {
  const listeners = new Set<Listener>();
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorFields },
      redact: { paths: redact, censor: '[hidden]' },
      hooks: {
        logMethod(args, method, severity) {
          method.apply(this, args);
          if (severity < errorLevel || listeners.size === 0) return;
          const [first, second] = args as unknown[];
          const message = String(isRecord(first) ? (second ?? '') : first);
          const error = { message, fields: isRecord(first) ? first : {}, bindings: this.bindings() };
          for (const listener of listeners) listener(error);
        },
      },
    },
    destination({ fd: 2, sync: true }),
  );
  listenersOf.set(log, listeners);
  return log;
}

/** Calls the listener for each later error in the log of `createLog`. */
export function onErrors(log: Log, listener: Listener): void {
  listenersOf.get(log)?.add(listener);
}
