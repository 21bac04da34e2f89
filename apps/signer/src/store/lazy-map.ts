import { readPacked, textOf } from './codec.ts';

/** A map of which little is ever asked for: a value that is given as text is read when it is first asked for. So a start need not read them all. */
export class LazyMap<V extends object> {
  readonly #values: Map<string, V | string>;

  constructor(entries: Iterable<readonly [string, V]> = []) {
    this.#values = new Map(entries);
  }

  get size(): number {
    return this.#values.size;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  get(key: string): V | undefined {
    const value = this.#values.get(key);
    if (typeof value !== 'string') return value;
    const read = readPacked(value) as V;
    this.#values.set(key, read);
    return read;
  }

  set(key: string, value: V): void {
    this.#values.set(key, value);
  }

  /** `text` is what `texts` gave. */
  setText(key: string, text: string): void {
    this.#values.set(key, text);
  }

  keys(): Iterable<string> {
    return this.#values.keys();
  }

  *[Symbol.iterator](): Generator<[string, V]> {
    for (const key of this.#values.keys()) {
      const value = this.get(key);
      if (value) yield [key, value];
    }
  }

  /** Each value as text, without reading those that are. */
  *texts(): Generator<[string, string]> {
    for (const [key, value] of this.#values) yield [key, typeof value === 'string' ? value : textOf(value)];
  }
}
