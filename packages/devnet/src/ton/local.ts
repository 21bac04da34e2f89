/** What the node offers beside toncenter's interface. @throws Error with the node's words */
export function localCalls(url: string) {
  return async <T = Record<string, unknown>>(
    name: string,
    body: Readonly<Record<string, unknown>> = {},
  ): Promise<T> => {
    const signal = AbortSignal.timeout(20_000);
    const response = await fetch(`${url}/local/${name}`, { method: 'POST', body: JSON.stringify(body), signal });
    const answer = (await response.json()) as T & { error?: string };
    if (answer.error !== undefined) throw new Error(`${name}: ${answer.error}`);
    return answer;
  };
}
