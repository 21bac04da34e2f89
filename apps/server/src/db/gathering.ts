import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Many who ask the database at the same moment ask it once. Whoever asks while a statement is under way gets the next one, which begins after they asked: nobody is
 * told what was true before their question. An answer is shared, so nobody may change it.
 */

/** One for each database, made when it is first asked for: who gathers has to be one for all who ask. */
export function ofEach<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    const made = known.get(of) ?? make(of);
    known.set(of, made);
    return made;
  };
}

/** Those who ask the same, by `keyOf`, share one reading of it. */
export function asOne<A extends readonly unknown[], V>(
  keyOf: (...ask: A) => string,
  read: (...ask: A) => Promise<V>,
): (...ask: A) => Promise<V> {
  const underWay = new Map<string, Promise<V>>();
  const next = new Map<string, Promise<V>>();
  return (...ask) => {
    const key = keyOf(...ask);
    const begin = (): Promise<V> => {
      next.delete(key);
      const reading = read(...ask).finally(() => underWay.delete(key));
      underWay.set(key, reading);
      return reading;
    };
    // It begins when all who go on at the same moment have asked: what they waited for before is there for all of them at once.
    const before = underWay.get(key) ?? Promise.resolve();
    const answer = next.get(key) ?? before.then(begin, begin);
    next.set(key, answer);
    return answer;
  };
}

/** Different questions that one statement answers. @param readAll one answer for each, in their order */
export function gathered<A, V>(readAll: (asks: readonly A[]) => Promise<readonly V[]>): (ask: A) => Promise<V> {
  let asks: A[] = [];
  const read = asOne(
    () => '',
    async () => {
      const all = asks;
      asks = [];
      return readAll(all);
    },
  );
  return async (ask) => {
    const at = asks.push(ask) - 1;
    return (await read())[at] as V;
  };
}

/** How many go together: fewer make more statements, more keep the database idle while all of them reckon. */
const waveMax = 32;
/** Who waits for something else than this database, such as a chain's node, holds up nobody for longer. */
const waveMs = 200;

/**
 * Work that asks the same things in the same order, such as the checks of a request: what comes at one moment begins at one moment, so that it asks together (`asOne`),
 * and what comes meanwhile begins together when that is done. Alone it begins at once.
 */
export function inWaves(): <V>(work: () => Promise<V>) => Promise<V> {
  const waiting: (() => Promise<void>)[] = [];
  let underWay: object | undefined;
  function begin(): void {
    const wave = waiting.splice(0, waveMax);
    underWay = wave.length > 0 ? wave : undefined;
    if (!underWay) return;
    const end = (): void => {
      clearTimeout(late);
      if (underWay === wave) begin();
    };
    const late = setTimeout(end, waveMs);
    void Promise.all(wave.map((work) => work())).then(end);
  }
  return (work) =>
    new Promise((resolve, reject) => {
      // Whoever begins a wave begins others' work too, each within its own trace.
      const own = AsyncLocalStorage.snapshot();
      waiting.push(() => own(work).then(resolve, reject));
      if (underWay) return;
      underWay = waiting;
      // A turn of the loop lets what arrived together begin together.
      setImmediate(begin);
    });
}
