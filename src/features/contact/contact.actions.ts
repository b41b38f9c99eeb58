import { type ContactMessage, contactOperator } from '#contract/contact.ts';
import { withAnswer } from '#src/http/challenge/with-answer.ts';
import { tracked } from '#src/results/results.ts';

/**
 * Sends a message to the operator.
 * @throws ApiFailure
 */
export async function writeToOperator(message: ContactMessage): Promise<void> {
  await tracked('ContactEmail', (call) =>
    withAnswer(contactOperator, (answer) => call(contactOperator, { body: message, answer })),
  );
}
