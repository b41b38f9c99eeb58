/** How many are kept until somebody listens. */
const most = 20;
const kept: unknown[] = [];

/** Where what nobody foresaw is told. */
export const faults = {
  tell(fault: unknown): void {
    if (kept.length < most) kept.push(fault);
  },
};

/** Hears all that was told, from the beginning. */
export function hearFaults(hear: (fault: unknown) => void): void {
  faults.tell = hear;
  for (const fault of kept.splice(0)) hear(fault);
}

/** Tells of errors that nobody caught, and of promises that nobody looked after. */
export function watchFaults(): void {
  addEventListener('error', ({ error, message }) => faults.tell(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => faults.tell(reason));
}
