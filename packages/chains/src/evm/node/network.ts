import type { JsonRpc } from '../../rpc/json-rpc.ts';
import { checkSeen } from '../../rpc/network.ts';
import { fieldsOf, quantityOf } from '../../rpc/shape.ts';
import type { ChainConfig } from '../../types.ts';
import { evmHashOf } from './shape.ts';

/** By chain id (EIP-155). Of other chains the first block that was seen is kept. */
const genesisOf: Readonly<Record<string, string>> = {
  '1': '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  '11155111': '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9',
};

export async function checkNetwork(rpc: JsonRpc, chain: ChainConfig, seenBefore?: string): Promise<string> {
  const network = String(quantityOf(await rpc.call('eth_chainId'), 'chainId'));
  const first = fieldsOf(await rpc.call('eth_getBlockByNumber', '0x0', false), 'block');
  const id = chain.id.slice(chain.family.length + 1);
  const expected = { network: id, genesis: genesisOf[id] };
  return checkSeen(chain, { network, genesis: evmHashOf(first.hash, 'block.hash') }, expected, seenBefore);
}
