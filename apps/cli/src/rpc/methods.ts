import { sameAddress } from '../pay.ts';
import { type Asked, readAsked } from './asked.ts';
import { readText, readTyped } from './asked-message.ts';
import { RpcFault } from './faults.ts';
import { recoverText } from './maker.ts';

/** What answers a caller: the account that asks, and the network's node, which is only read. */
export interface Wallet {
  readonly account: string;
  readonly chainId: bigint;
  /** @returns the transaction's hash, once it is on its way; of a message its signature */
  readonly send: (asked: Asked) => Promise<string>;
  /** @returns the order's number at once */
  readonly ask: (asked: Asked) => Promise<{ order: string; request: string; approval: string }>;
  readonly read: (method: string, params: readonly unknown[]) => Promise<unknown>;
}

type Method = (wallet: Wallet, params: readonly unknown[]) => unknown;

/** What only looks at the chain: passed on to the node as it is (execution-apis; `eth_simulateV1` included). */
export const readOnly: ReadonlySet<string> = new Set(
  `eth_blockNumber eth_blobBaseFee eth_call eth_createAccessList eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance eth_getBlockByHash eth_getBlockByNumber
  eth_getBlockReceipts eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getCode eth_getFilterChanges eth_getFilterLogs eth_getLogs
  eth_getProof eth_getStorageAt eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash eth_getTransactionCount
  eth_getTransactionReceipt eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber eth_maxPriorityFeePerGas eth_newBlockFilter eth_newFilter eth_simulateV1
  eth_syncing eth_uninstallFilter net_listening net_peerCount web3_clientVersion web3_sha3`.split(/\s+/),
);

/** Of bytes that nobody can read, or in forms of which nobody can say what is signed. */
const signsNoBytes: Method = () => {
  throw new RpcFault('unsupported', 'this wallet signs texts (personal_sign) and typed data (eth_signTypedData_v4)');
};
/** Its members sign each transaction, and what they sign is made here. */
const signsNothingElse: Method = () => {
  throw new RpcFault('unsupported', 'this wallet signs and sends only what it makes itself: eth_sendTransaction');
};
const accounts: Method = ({ account }) => [account];

/** To the one network that it is on. */
const switchChain: Method = ({ chainId }, [wanted]) => {
  const asked = typeof wanted === 'object' && wanted !== null && 'chainId' in wanted ? String(wanted.chainId) : '';
  if (asked.toLowerCase() !== `0x${chainId.toString(16)}`)
    throw new RpcFault('otherChain', `this wallet is on chain ${chainId}`);
  return null;
};
/** EIP-3085: only what it has already. */
const addChain: Method = (wallet, params) => {
  try {
    return switchChain(wallet, params);
  } catch {
    throw new RpcFault('unsupported', `this wallet is on chain ${wallet.chainId} alone`);
  }
};
/** Its own account in the spelling in which it tells it: applications compare texts. */
const recover: Method = ({ account }, params) => {
  const maker = recoverText(params);
  return sameAddress(maker, account) ? account : maker;
};
const permissions: Method = ({ account }) => [
  { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [account] }] },
];

/** Everything that this wallet answers by itself (EIP-1102, 1193, 1474, 2255, 3085, 3326). */
const methods: Readonly<Record<string, Method>> = {
  eth_accounts: accounts,
  eth_requestAccounts: accounts,
  eth_coinbase: ({ account }) => account,
  eth_chainId: ({ chainId }) => `0x${chainId.toString(16)}`,
  net_version: ({ chainId }) => String(chainId),
  eth_sendTransaction: (wallet, [transaction]) => wallet.send(readAsked(transaction, wallet)),
  holdfast_askTransaction: (wallet, [transaction]) => wallet.ask(readAsked(transaction, wallet)),
  personal_sign: (wallet, params) => wallet.send(readText(params, wallet)),
  personal_ecRecover: recover,
  eth_signTypedData_v4: (wallet, params) => wallet.send(readTyped(params, wallet)),
  eth_sign: signsNoBytes,
  eth_signTypedData: signsNoBytes,
  eth_signTypedData_v3: signsNoBytes,
  eth_signTransaction: signsNothingElse,
  eth_sendRawTransaction: signsNothingElse,
  wallet_switchEthereumChain: switchChain,
  wallet_addEthereumChain: addChain,
  wallet_getPermissions: permissions,
  wallet_requestPermissions: permissions,
};

/** @throws RpcFault noMethod for whatever stands in neither list */
export async function answer(wallet: Wallet, method: string, params: readonly unknown[]): Promise<unknown> {
  if (Object.hasOwn(methods, method)) return await methods[method]?.(wallet, params);
  if (readOnly.has(method)) return wallet.read(method, params);
  throw new RpcFault('noMethod', `this wallet has no method ${method.slice(0, 60)}`);
}
