import type { CDPSession, Page } from 'playwright-core';

type Credential = Awaited<ReturnType<VirtualAuthenticator['credentials']>>[number];

/** An authenticator of the browser, as a phone has one, that confirms by itself (DevTools protocol, WebAuthn). */
export class VirtualAuthenticator {
  readonly #devTools: CDPSession;
  readonly #authenticatorId: string;

  private constructor(devTools: CDPSession, authenticatorId: string) {
    this.#devTools = devTools;
    this.#authenticatorId = authenticatorId;
  }

  /** Gives a page one with these passkeys. */
  static async of(page: Page, credentials: readonly Credential[] = []): Promise<VirtualAuthenticator> {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const authenticator = new VirtualAuthenticator(devTools, authenticatorId);
    for (const credential of credentials) {
      await devTools.send('WebAuthn.addCredential', { authenticatorId, credential });
    }
    return authenticator;
  }

  async credentials() {
    const { credentials } = await this.#devTools.send('WebAuthn.getCredentials', {
      authenticatorId: this.#authenticatorId,
    });
    return credentials;
  }

  /** Sets whether the member's finger, face or PIN is right. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    await this.#devTools.send('WebAuthn.setUserVerified', { authenticatorId: this.#authenticatorId, isUserVerified });
  }
}
