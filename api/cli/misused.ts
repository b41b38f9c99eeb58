/** An unknown command, or one with wrong arguments. */
export class Misused extends Error {}
