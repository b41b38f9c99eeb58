/** A command that does not exist, or was given what it does not take. */
export class Misused extends Error {}
