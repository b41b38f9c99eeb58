import {
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
} from 'fake-indexeddb';
import { adopt } from './adopt.ts';
import { host } from './host.ts';

// Each page has its own classes, as in a browser, but shares the databases, whose objects may belong to another page.
type Transaction = { db: unknown; _state: string; _abort(reason: string): void };
type Database = { connections: unknown[]; transactions: Transaction[] };

Object.defineProperty(IDBKeyRange, Symbol.hasInstance, {
  value: (one: unknown) => Object.prototype.toString.call(one) === '[object IDBKeyRange]',
});

const result = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'result');
Object.defineProperty(IDBRequest.prototype, 'result', {
  ...result,
  set(value: unknown) {
    result?.set?.call(this, adopt(value));
  },
});

let isOpen = true;

class SharedFactory extends IDBFactory {
  constructor() {
    super();
    Object.assign(this, host.databases);
  }

  override open(...args: Parameters<IDBFactory['open']>): IDBOpenDBRequest {
    if (!isOpen) return new IDBOpenDBRequest();
    const opening = super.open(...args);
    opening.addEventListener('success', () => {
      if (!isOpen) opening.result.close();
    });
    return opening;
  }
}

Object.assign(globalThis, {
  indexedDB: new SharedFactory(),
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBFactory: SharedFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
});

/** Aborts the page's transactions and closes its connections, as a browser does for a closed page. */
export function disconnect(): void {
  isOpen = false;
  for (const { connections, transactions } of host.databases._databases.values() as Iterable<Database>) {
    for (const one of [...transactions]) {
      if (one.db instanceof IDBDatabase && one._state !== 'finished') one._abort('AbortError');
    }
    for (const connection of [...connections]) if (connection instanceof IDBDatabase) connection.close();
  }
}
