import type { Allowance, Allowances } from '../../rpc/calls.ts';
import type { JsonRpc } from '../../rpc/json-rpc.ts';
import { fieldsOf, listOf, textOf } from '../../rpc/shape.ts';
import { checkEvmAddress } from '../address.ts';

/** keccak256('Approval(address,address,uint256)'). */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
/** More spenders than that no wallet of ours has; who has is told of the latest. */
const most = 200;

const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');
type Pair = Pick<Allowance, 'contract' | 'spender'>;

function addressOf(hex: string): string | undefined {
  const checked = checkEvmAddress(hex.toLowerCase());
  return checked.ok ? checked.address : undefined;
}

/** Whom the owner ever allowed something, as the tokens' events say; undefined where the node does not look back so far. */
async function told(rpc: JsonRpc, owner: string, contracts: readonly string[]): Promise<Pair[] | undefined> {
  const filter = {
    fromBlock: '0x0',
    toBlock: 'latest',
    address: contracts,
    topics: [approvalTopic, `0x${word(owner)}`],
  };
  const reply = await rpc.ask('eth_getLogs', filter);
  if (!reply.ok) return undefined;
  return listOf(reply.result, 'logs').flatMap((each) => {
    const log = fieldsOf(each, 'log');
    const topics = listOf(log.topics, 'log.topics');
    // Approvals of single NFTs have the same topic, and a fourth beside it.
    if (topics.length !== 3 || topics[1] !== `0x${word(owner)}`) return [];
    const spender = addressOf(`0x${textOf(topics[2], /^0x0{24}[0-9a-f]{40}$/, 'log.topics').slice(26)}`);
    const contract = addressOf(textOf(log.address, /^0x[0-9a-fA-F]{40}$/, 'log.address'));
    return spender && contract && contracts.includes(contract) ? [{ contract, spender }] : [];
  });
}

/** Whom the owner ever allowed something, by events and by what the caller knows, with what each may still take now. */
export async function evmAllowances(
  rpc: JsonRpc,
  owner: string,
  contracts: readonly string[],
  known: readonly Pair[],
): Promise<Allowances> {
  if (contracts.length === 0) return { complete: true, list: [] };
  const events = await told(rpc, owner, contracts);
  const pairs = new Map([...known, ...(events ?? [])].map((pair) => [`${pair.contract} ${pair.spender}`, pair]));
  const asked = [...pairs.values()].filter(({ contract }) => contracts.includes(contract)).slice(-most);
  // allowance(address,address)
  const answers = await rpc.all(
    asked.map(({ contract, spender }) => ({
      method: 'eth_call',
      params: [{ to: contract, data: `0xdd62ed3e${word(owner)}${word(spender)}` }, 'latest'],
    })),
  );
  const list = asked.map((pair, n) => ({
    ...pair,
    amount: BigInt(textOf(answers[n], /^0x[0-9a-f]{64}$/, 'allowance')),
  }));
  return {
    complete: events !== undefined && pairs.size <= most,
    list: list.filter(({ amount }) => amount > 0n),
  };
}
