/**
 * Deletes the APIs that Safari and iOS 17.0, Firefox 128 or Chrome 120 lack. These are the oldest supported browsers.
 * Runs in a page before its scripts.
 */
export function removeNewerApis(): void {
  const remove = (owner: object | undefined, ...names: string[]) => {
    for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
  };
  remove(URL, 'parse');
  remove(AbortSignal, 'any');
  remove(Promise, 'withResolvers', 'try');
  remove(Object, 'groupBy');
  remove(Map, 'groupBy');
  remove(Map.prototype, 'getOrInsert', 'getOrInsertComputed');
  remove(Math, 'sumPrecise', 'f16round');
  remove(Error, 'isError');
  remove(RegExp, 'escape');
  remove(JSON, 'rawJSON', 'isRawJSON');
  remove(ArrayBuffer.prototype, 'transfer', 'transferToFixedLength', 'resize');
  remove(Uint8Array, 'fromBase64', 'fromHex');
  remove(Uint8Array.prototype, 'toBase64', 'toHex', 'setFromBase64', 'setFromHex');
  remove(
    Set.prototype,
    'union',
    'intersection',
    'difference',
    'symmetricDifference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
  );
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  remove(
    iterators,
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  );
  remove(globalThis, 'Iterator', 'URLPattern', 'cookieStore', 'requestIdleCallback', 'cancelIdleCallback', 'scheduler');
  remove(globalThis, 'onscrollend', 'navigation', 'trustedTypes', 'Temporal', 'Float16Array');
  remove(Document.prototype, 'startViewTransition', 'onscrollend');
  remove(Document, 'parseHTMLUnsafe');
  remove(Element.prototype, 'checkVisibility', 'setHTMLUnsafe', 'setHTML', 'getHTML', 'onscrollend', 'moveBefore');
  remove(HTMLElement.prototype, 'editContext');
  remove(ReadableStream, 'from');
  remove(Navigator.prototype, 'connection', 'userAgentData', 'deviceMemory');
  remove(Intl, 'DurationFormat');
}
