/** The array, and a list of every place that is read in it, in order. */
export function watched(array: Uint32Array): { array: Uint32Array; reads: string[] } {
  const reads: string[] = [];
  const get = (target: Uint32Array, name: string | symbol) => {
    if (typeof name === 'string' && /^\d+$/.test(name)) reads.push(name);
    return Reflect.get(target, name, target) as unknown;
  };
  return { array: new Proxy(array, { get }), reads };
}
