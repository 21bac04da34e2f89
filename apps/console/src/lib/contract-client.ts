import { type Area, type CallOptions, type Client, client, type contract, type Send } from '@holdfast/contract';
import { knownAreas } from './area.ts';

type Contract = typeof contract;
export type Api = { readonly [A in keyof Contract]: Client<Contract[A]> };

/** The endpoints of an area of the contract, from whichever area of the console brings them. */
async function endpointsOf(name: string): Promise<Area | undefined> {
  for (const { endpoints = {} } of knownAreas()) {
    const load = Object.entries<() => Promise<Readonly<Record<string, Area>>>>(endpoints).find(
      ([known]) => known === name,
    )?.[1];
    if (load) return (await load())[name];
  }
  return undefined;
}

/** One call of the contract over `send`. Apart from the rest of the page, so that the schemas load beside the first paint. */
export async function callContract(
  area: string,
  name: string,
  input: object,
  options: CallOptions,
  send: Send,
): Promise<unknown> {
  const endpoints: Area = (await endpointsOf(area)) ?? {};
  const call = client(endpoints, send)[name];
  if (!call) throw new TypeError(`the contract has no ${area}.${name}`);
  return await call(input as never, options);
}
