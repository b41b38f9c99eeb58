/** Node's own DOMException is an `Error` of another VM context, so the page would not recognise it. */
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
