import { type ContactMessage, contactOperator } from '#contract/contact.ts';
import { tracked } from '#src/results/results.ts';

/**
 * Sends a message to the operator.
 * @throws ApiFailure
 */
export async function writeToOperator(message: ContactMessage): Promise<void> {
  await tracked('ContactEmail', (call) => call(contactOperator, { body: message }));
}
