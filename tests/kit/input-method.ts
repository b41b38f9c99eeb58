import type { CDPSession, Page } from 'playwright-core';

/** Number of the key code that browsers give to keys which an input method handles. */
const processedCode = 229;

/** Types as people do who convert what they type, such as Japanese or Chinese. */
export class InputMethod {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page));
  }

  /** Shows a text that is not converted yet in the focused field. */
  async begin(reading: string): Promise<void> {
    const end = reading.length;
    await this.#session.send('Input.imeSetComposition', { text: reading, selectionStart: end, selectionEnd: end });
  }

  /** Presses a key that belongs to the conversion. */
  async press(key: string): Promise<void> {
    const event = { key, code: key, windowsVirtualKeyCode: processedCode };
    await this.#session.send('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown' });
    await this.#session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  }

  /** Puts the converted text in the place of the typed one. */
  async end(text: string): Promise<void> {
    await this.#session.send('Input.insertText', { text });
  }

  /** Types a text: its reading, the keys that choose among conversions and take one, and the converted text. */
  async write(reading: string, text: string): Promise<void> {
    await this.begin(reading);
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await this.press(key);
    await this.end(text);
  }

  /** Closes the connection to the browser. */
  async close(): Promise<void> {
    await this.#session.detach();
  }
}
