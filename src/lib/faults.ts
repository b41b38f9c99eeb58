/** Maximum number of errors buffered until somebody listens. */
const maxBuffered = 20;
const buffered: unknown[] = [];

/** Receives unexpected errors. */
export const faults = {
  report(fault: unknown): void {
    if (buffered.length < maxBuffered) buffered.push(fault);
  },
};

/** Sends all errors to `listener`, beginning with the buffered ones. */
export function onFaults(listener: (fault: unknown) => void): void {
  faults.report = listener;
  for (const fault of buffered.splice(0)) listener(fault);
}

/** Reports uncaught errors and unhandled promise rejections. */
export function watchFaults(): void {
  addEventListener('error', ({ error, message }) => faults.report(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => faults.report(reason));
}
