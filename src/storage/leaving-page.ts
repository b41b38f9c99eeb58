/** The transactions that this page has open, of whatever database. */
const open = new Set<IDBTransaction>();
let timesLeft = 0;
let shown: Promise<void> | null = null;

/** How often this page was left so that Back may show it again. A transaction that was open then was aborted. */
export const leavings = (): number => timesLeft;

/** Resolves when a page that was left is shown again; null while it is shown. */
export const untilShown = (): Promise<void> | null => shown;

function note(transaction: IDBTransaction): IDBTransaction {
  open.add(transaction);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => open.delete(transaction));
  if (shown !== null) abort(transaction);
  return transaction;
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed already.
  }
}

/**
 * Aborts every open transaction when the page goes into the browser's back/forward cache: WebKit keeps them open there,
 * and all other pages wait for their tables until it is ended. Nothing else frees them, neither `commit()` nor `close()`.
 */
function watchLeaving(): void {
  const { transaction } = IDBDatabase.prototype;
  // The browser lists them nowhere, and Dexie begins some by itself.
  IDBDatabase.prototype.transaction = function (...given) {
    return note(transaction.apply(this, given));
  };
  const ask = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...given) {
    const asked = ask.apply(this, given);
    asked.addEventListener('upgradeneeded', () => asked.transaction && note(asked.transaction));
    return asked;
  };
  addEventListener('pagehide', (event) => {
    if (!(event as Event & { persisted: boolean }).persisted || shown !== null) return;
    timesLeft += 1;
    shown = new Promise((resolve) => {
      const back = () => {
        shown = null;
        resolve();
      };
      addEventListener('pageshow', back, { once: true });
    });
    for (const one of open) abort(one);
  });
}

// Neither the server nor a browser without storage has any.
if ('IDBDatabase' in globalThis && 'document' in globalThis) watchLeaving();
