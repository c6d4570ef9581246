// The browser's database with promises: pockets by their key, and the lock for them.

export function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("facedown", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("pockets");
      request.result.createObjectStore("locks");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's database does not open"));
    request.onblocked = () => reject(new Error("the browser's database is in use by an older page: close that"));
  });
}

/** What a request gives. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault(); // it is ours to say
      reject(request.error ?? new Error("the browser's database failed"));
    };
  });
}

/** Changes one pocket in one go, so that nobody comes in between; null takes it away. Resolves when it is written. */
export function change<T>(base: IDBDatabase, key: string, work: (before: T | undefined) => T | null | undefined): Promise<T | null | undefined> {
  return new Promise((resolve, reject) => {
    const transaction = base.transaction("pockets", "readwrite");
    const store = transaction.objectStore("pockets");
    let after: T | null | undefined;
    const before = store.get(key) as IDBRequest<T | undefined>;
    before.onsuccess = () => {
      after = work(before.result);
      if (after === null) store.delete(key);
      else if (after !== undefined && after !== before.result) store.put(after, key);
    };
    transaction.oncomplete = () => resolve(after);
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser's database gave up"));
  });
}

/** Every pocket with its key. */
export async function all<T>(base: IDBDatabase): Promise<[string, T][]> {
  const store = base.transaction("pockets").objectStore("pockets");
  const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll() as IDBRequest<T[]>)]);
  return keys.map((key, at) => [String(key), values[at]!]);
}
