import {
  type Area,
  type CallOptions,
  type Client,
  client,
  type contract,
  type Send,
  sandbox,
  session,
  todo,
  user,
  wallet,
} from '@holdfast/contract';

type Contract = typeof contract;
export type Api = { readonly [A in keyof Contract]: Client<Contract[A]> };

/** Every area's endpoints. What the shell asks on any page is here; the schemas of the others come with their first call. */
const areas: { readonly [A in keyof Contract]: () => Contract[A] | Promise<Contract[A]> } = {
  sandbox: () => sandbox,
  session: () => session,
  todo: () => todo,
  user: () => user,
  wallet: () => wallet,
  addressBook: async () => (await import('@holdfast/contract/address-book')).addressBook,
  audit: async () => (await import('@holdfast/contract/audit')).audit,
  backTest: async () => (await import('@holdfast/contract/back-test')).backTest,
  deposit: async () => (await import('@holdfast/contract/deposit')).deposit,
  keyMaterial: async () => (await import('@holdfast/contract/key-material')).keyMaterial,
  loginHistory: async () => (await import('@holdfast/contract/login-history')).loginHistory,
  personalBook: async () => (await import('@holdfast/contract/personal-book')).personalBook,
  program: async () => (await import('@holdfast/contract/program')).program,
  qrc: async () => (await import('@holdfast/contract/qrc')).qrc,
  setup: async () => (await import('@holdfast/contract/setup')).setup,
  signing: async () => (await import('@holdfast/contract/signing')).signing,
  strategy: async () => (await import('@holdfast/contract/strategy')).strategy,
  team: async () => (await import('@holdfast/contract/team')).team,
  transaction: async () => (await import('@holdfast/contract/transaction')).transaction,
  withdraw: async () => (await import('@holdfast/contract/withdraw')).withdraw,
};

/** One call of the contract over `send`. Apart from the rest of the page, so that the schemas load beside the first paint. */
export async function callContract(
  area: string,
  name: string,
  input: object,
  options: CallOptions,
  send: Send,
): Promise<unknown> {
  const endpoints: Area = (await areas[area as keyof Contract]?.()) ?? {};
  const call = client(endpoints, send)[name];
  if (!call) throw new TypeError(`the contract has no ${area}.${name}`);
  return await call(input as never, options);
}
