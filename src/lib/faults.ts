/** Maximum number of errors buffered until somebody listens. */
const most = 20;
const kept: unknown[] = [];

/** Receives unexpected errors. */
export const faults = {
  tell(fault: unknown): void {
    if (kept.length < most) kept.push(fault);
  },
};

/** Sends all errors to `hear`, beginning with the buffered ones. */
export function hearFaults(hear: (fault: unknown) => void): void {
  faults.tell = hear;
  for (const fault of kept.splice(0)) hear(fault);
}

/** Reports uncaught errors and unhandled promise rejections. */
export function watchFaults(): void {
  addEventListener('error', ({ error, message }) => faults.tell(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => faults.tell(reason));
}
