/** Why an operator's command was not done: one sentence for whoever asked for it. */
export class Refusal extends Error {}
