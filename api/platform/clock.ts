/** What time it is; a parameter wherever it matters, so that tests can move it. */
export type Now = () => Date;
