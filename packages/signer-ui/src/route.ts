/** `#/i/abc?return=…` → path ['i', 'abc'] and its parameters. */
export interface Route {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', ...rest] = hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter((part) => part !== ''), query: new URLSearchParams(rest.join('?')) };
}

/**
 * Where "back" may lead: an http(s) address and nothing else (`javascript:`, `data:` and relative tricks are no addresses to go back to).
 * The page shows its host beside the link, because anybody can write one.
 */
export function returnAddress(query: URLSearchParams): URL | undefined {
  const wanted = query.get('return');
  if (!wanted || !/^https?:\/\//i.test(wanted)) return undefined;
  try {
    const url = new URL(wanted);
    return url.username === '' && url.password === '' ? url : undefined;
  } catch {
    return undefined;
  }
}
