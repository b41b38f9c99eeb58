/** The open transactions of this page, in all databases. */
const open = new Set<IDBTransaction>();
let timesLeft = 0;
let untilShownAgain: Promise<void> | null = null;

/** How often this page went into the back/forward cache. Every transaction that was open then was aborted. */
export const leavings = (): number => timesLeft;

/** Resolves when the page is shown again after it was in the back/forward cache; null while it is shown. */
export const untilShown = (): Promise<void> | null => untilShownAgain;

function track(transaction: IDBTransaction): IDBTransaction {
  open.add(transaction);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => open.delete(transaction));
  if (untilShownAgain !== null) abort(transaction);
  return transaction;
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is already committing.
  }
}

/**
 * Aborts every open transaction when the page goes into the back/forward cache. WebKit keeps them open there, and all
 * other pages wait for their tables until they end. Neither `commit()` nor `close()` frees them.
 */
function watchLeaving(): void {
  const { transaction } = IDBDatabase.prototype;
  // Patched because browsers do not list open transactions, and Dexie begins some by itself.
  IDBDatabase.prototype.transaction = function (...args) {
    return track(transaction.apply(this, args));
  };
  const openDatabase = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...args) {
    const request = openDatabase.apply(this, args);
    request.addEventListener('upgradeneeded', () => request.transaction && track(request.transaction));
    return request;
  };
  addEventListener('pagehide', (event) => {
    if (!(event as Event & { persisted: boolean }).persisted || untilShownAgain !== null) return;
    timesLeft += 1;
    untilShownAgain = new Promise((resolve) => {
      const onShown = () => {
        untilShownAgain = null;
        resolve();
      };
      addEventListener('pageshow', onShown, { once: true });
    });
    for (const one of open) abort(one);
  });
}

// The server and browsers without IndexedDB have none.
if ('IDBDatabase' in globalThis && 'document' in globalThis) watchLeaving();
