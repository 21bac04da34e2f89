/** The shape of a chain in a configuration file, said once for server and signer. */
import { isSpelled } from '@holdfast/policy/spelling';
import { ChainError } from './errors.ts';
import { unitsPattern } from './plan-fields.ts';
import { familyOf } from './registry.ts';
import type { AssetConfig, ChainConfig, RouterConfig } from './types.ts';

const bad = (at: string): never => {
  throw new ChainError('badConfig', at);
};

type Fields = Readonly<Record<string, unknown>>;

/** Exactly these fields, and perhaps those. */
function fieldsOf(value: unknown, names: readonly string[], at: string, optional: readonly string[] = []): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad(at);
  const fields: Fields = { ...value };
  for (const name of Object.keys(fields)) if (![...names, ...optional].includes(name)) bad(`${at}.${name}`);
  for (const name of names) if (fields[name] === undefined) bad(`${at}.${name}`);
  return fields;
}

const matching = (value: unknown, pattern: RegExp, at: string): string =>
  typeof value === 'string' && pattern.test(value) ? value : bad(at);

const anyText = (value: unknown, max: number, at: string): string =>
  typeof value === 'string' && value.length <= max && value.isWellFormed() ? value : bad(at);

const count = (value: unknown, max: number, at: string): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max ? value : bad(at);

const hash = /^(0x)?[0-9a-f]{64}$/;
const symbol = /^[\x21-\x7e]{1,32}$/;

/** Assets are compared by their contract, letter by letter: here, in rules, and in what nodes tell. */
const inOneSpelling = (contract: string, at: string): string => (isSpelled(contract) ? contract : bad(at));

function readAsset(value: unknown, at: string): AssetConfig {
  const names = ['symbol', 'name', 'decimals', 'contract', 'minWithdraw', 'maxWithdraw', 'minDeposit'];
  const fields = fieldsOf(value, names, at, ['account']);
  return {
    symbol: matching(fields.symbol, symbol, `${at}.symbol`),
    name: anyText(fields.name, 100, `${at}.name`),
    decimals: count(fields.decimals, 36, `${at}.decimals`),
    contract: inOneSpelling(matching(fields.contract, /^[\x21-\x7e]{0,128}$/, `${at}.contract`), `${at}.contract`),
    minWithdraw: matching(fields.minWithdraw, unitsPattern, `${at}.minWithdraw`),
    maxWithdraw: matching(fields.maxWithdraw, unitsPattern, `${at}.maxWithdraw`),
    minDeposit: matching(fields.minDeposit, unitsPattern, `${at}.minDeposit`),
    ...(fields.account === undefined
      ? {}
      : { account: matching(fields.account, /^[\x21-\x7e]{1,200}$/, `${at}.account`) }),
  };
}

function readConfirmations(value: unknown, at: string): ChainConfig['confirmations'] {
  const fields = fieldsOf(value, ['deposit', 'withdraw'], at);
  return {
    deposit: count(fields.deposit, 100_000, `${at}.deposit`),
    withdraw: count(fields.withdraw, 100_000, `${at}.withdraw`),
  };
}

const contractText = /^[\x21-\x7e]{1,128}$/;

const contractOf = (value: unknown, at: string): string => inOneSpelling(matching(value, contractText, at), at);

const mostSettlers = 8;
function contractsOf(value: unknown, at: string): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostSettlers) return bad(at);
  return value.map((one, n) => contractOf(one, `${at}.${n}`));
}

/** What a router has beside its contract, each by how it is read. */
type Reads<R extends RouterConfig> = {
  readonly [F in Exclude<keyof R, 'kind' | 'contract'>]: (value: unknown, at: string) => R[F];
};
const routerFields: { readonly [K in RouterConfig['kind']]: Reads<Extract<RouterConfig, { readonly kind: K }>> } = {
  v2: {},
  v3: { quoter: contractOf, wrapped: contractOf },
  settler: { settlers: contractsOf },
};
const isRouterKind = (kind: unknown): kind is RouterConfig['kind'] =>
  typeof kind === 'string' && Object.hasOwn(routerFields, kind);

function readRouter(value: unknown, at: string): RouterConfig {
  const { kind } = Object(value) as { readonly kind?: unknown };
  if (!isRouterKind(kind)) return bad(`${at}.kind`);
  const reads = Object.entries({ contract: contractOf, ...routerFields[kind] });
  const fields = fieldsOf(value, ['kind', ...reads.map(([name]) => name)], at);
  const read = Object.fromEntries(reads.map(([name, readOne]) => [name, readOne(fields[name], `${at}.${name}`)]));
  return { kind, ...read } as unknown as RouterConfig;
}

function readRouters(value: unknown, at: string): RouterConfig[] {
  if (!Array.isArray(value) || value.length > mostNodes) return bad(at);
  return value.map((one, n) => readRouter(one, `${at}.${n}`));
}

const required = ['id', 'family', 'name', 'baseSymbol', 'rpcUrl', 'confirmations', 'assets', 'maxFee'];
const mostAssets = 1_000;
const mostNodes = 8;

function readUrls(value: unknown, at: string): string[] {
  if (!Array.isArray(value) || value.length > mostNodes) return bad(at);
  return value.map((url, n) => anyText(url, 500, `${at}.${n}`));
}

/** @param at where it stands, for the message @throws ChainError `badConfig` naming the field, `unknownFamily` */
export function readChainConfig(value: unknown, at: string): ChainConfig {
  const fields = fieldsOf(value, required, at, ['explorer', 'genesis', 'moreRpcUrls', 'names', 'routers']);
  const family = familyOf({ family: matching(fields.family, /^[a-z0-9]{1,16}$/, `${at}.family`) }).id;
  const id = matching(fields.id, /^[a-z0-9]{1,16}:[A-Za-z0-9-]{1,32}$/, `${at}.id`);
  if (!id.startsWith(`${family}:`)) bad(`${at}.id`);
  const assets: unknown = fields.assets;
  if (!Array.isArray(assets) || assets.length > mostAssets) return bad(`${at}.assets`);
  return {
    id,
    family,
    name: anyText(fields.name, 100, `${at}.name`),
    baseSymbol: matching(fields.baseSymbol, symbol, `${at}.baseSymbol`),
    rpcUrl: anyText(fields.rpcUrl, 500, `${at}.rpcUrl`),
    confirmations: readConfirmations(fields.confirmations, `${at}.confirmations`),
    assets: assets.map((asset, n) => readAsset(asset, `${at}.assets.${n}`)),
    maxFee: matching(fields.maxFee, unitsPattern, `${at}.maxFee`),
    ...(fields.moreRpcUrls === undefined ? {} : { moreRpcUrls: readUrls(fields.moreRpcUrls, `${at}.moreRpcUrls`) }),
    ...(fields.explorer === undefined ? {} : { explorer: anyText(fields.explorer, 500, `${at}.explorer`) }),
    ...(fields.names === undefined ? {} : { names: matching(fields.names, /^[\x21-\x7e]{0,128}$/, `${at}.names`) }),
    ...(fields.routers === undefined ? {} : { routers: readRouters(fields.routers, `${at}.routers`) }),
    ...(fields.genesis === undefined ? {} : { genesis: matching(fields.genesis, hash, `${at}.genesis`) }),
  };
}
