import { familyOf } from '@holdfast/chains';
import { deploymentIn } from '@holdfast/policy';
import type { OrderKindRecord } from './kind.ts';

/** A contract is put on the chain: nothing is held but its fee. */
export const deploy: OrderKindRecord = {
  intent: 'deploy',
  goes: 'nowhere',
  pays: false,
  counts: true,
  deed: () => 'deploy',
  listed: 'web3',
  misfit: ({ chain, asset, call, from, path, outputs: [output], outputs }) => {
    if (!familyOf(chain).hasCalls) return 'chain';
    if (asset.contract !== '') return 'asset';
    if (!deploymentIn({ call })) return 'call';
    const isOwn = output?.address === from && output.path === path;
    return isOwn && output.amount === 0n && outputs.length === 1 ? undefined : 'outputs';
  },
  told: (request) => ({
    chain: request.chain.id,
    bytecode: `0x${deploymentIn(request)?.code ?? ''}`,
    bytes: String(deploymentIn(request)?.codeBytes ?? 0),
  }),
};
