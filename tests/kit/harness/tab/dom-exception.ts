/** The platform's own one is an `Error` of another context, so no `Error` to the page. */
class DOMException extends Error {
  constructor(message = '', name = 'Error') {
    super(message);
    this.name = name;
  }

  get [Symbol.toStringTag](): string {
    return 'DOMException';
  }

  static override [Symbol.hasInstance](one: unknown): boolean {
    return Object.prototype.toString.call(one) === '[object DOMException]';
  }
}

Object.assign(globalThis, { DOMException });
