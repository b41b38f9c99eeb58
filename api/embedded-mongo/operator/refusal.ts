/** The reason why an operator's request was refused, in one sentence for people. */
export class Refusal extends Error {}
