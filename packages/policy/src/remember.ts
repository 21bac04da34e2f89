/** A pure function of a text that keeps its last answers: the same addresses and methods are read many times of one intent. When it has kept as many as it may, it begins anew. */
export function remembered<T>(make: (text: string) => T, most = 1_000): (text: string) => T {
  const known = new Map<string, { readonly made: T }>();
  return (text) => {
    const found = known.get(text);
    if (found) return found.made;
    const made = make(text);
    if (known.size >= most) known.clear();
    known.set(text, { made });
    return made;
  };
}
