import { type Area, type CallOptions, type Client, client, contract, type Send } from '@holdfast/contract';

export type Api = { readonly [A in keyof typeof contract]: Client<(typeof contract)[A]> };

/** One call of the contract over `send`. Apart from the rest of the page, so that the schemas load beside the first paint. */
export function callContract(
  area: string,
  name: string,
  input: object,
  options: CallOptions,
  send: Send,
): Promise<unknown> {
  const areas: Readonly<Record<string, Area>> = contract;
  const call = client(areas[area] ?? {}, send)[name];
  if (!call) throw new TypeError(`the contract has no ${area}.${name}`);
  return call(input as never, options);
}
