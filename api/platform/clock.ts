/** The current time. A parameter wherever it matters, so that tests can set it. */
export type Now = () => Date;
