import { fromUnits } from '@holdfast/money';
import { changesOf, nftChangesOf, nftOf } from '../../orders/service.ts';
import type { Who } from '../withdraw/service.ts';
import type { Web3Deps } from './allowances.ts';
import type { CallPlan } from './call-plan.ts';

/** What a chain's node says that a call would do, as it is told to who asks for it. */

/** Nobody reads more of them; how many there are beside is said. */
const mostEvents = 50;
/** Whoever writes a contract could name thousands. */
const mostAccounts = 20;

function changesTold({ catalog }: Web3Deps, { chain, simulated }: CallPlan, address: string) {
  const assets = catalog.assetsOf(chain);
  return [...changesOf(simulated, address)].map(([contract, { out, in: came }]) => {
    const asset = assets.find((one) => one.contract === contract);
    const shown = (units: bigint): string => (asset ? fromUnits(units, asset.decimals) : String(units));
    return {
      address,
      symbol: asset?.symbol ?? '',
      contract_address: contract,
      out: shown(out),
      in: shown(came),
      counted: !!asset,
    };
  });
}

/** Other accounts of this workspace that something leaves or comes to. */
async function othersOf(deps: Web3Deps, who: Who, { chain, feeAsset, own, simulated }: CallPlan): Promise<string[]> {
  const all = new Set((simulated.moves ?? []).flatMap(({ from, to }) => [from, to]));
  all.delete(own.address);
  // Where a node tells of balances, nobody knows who is on the other side.
  all.delete('');
  const some = [...all].slice(0, mostAccounts);
  const found = await Promise.all(
    some.map((one) => deps.withdraws.named(who, { chain, asset: feeAsset, feeAsset }, one)),
  );
  return found.filter(({ path }) => path !== '').map(({ address }) => address);
}

/** Pieces by collection and number, with whether the call's own data says that as many leave. */
function nftsTold({ own, simulated, reading }: CallPlan) {
  const saidOf = (contract: string, id: string): bigint =>
    reading.leaves
      .filter(({ token }) => token === contract)
      .flatMap(({ things = [] }) => things)
      .reduce((sum, one) => (String(one.id) === id ? sum + one.amount : sum), 0n);
  return [...nftChangesOf(simulated, own.address)].map(([key, { out, in: came }]) => {
    const { contract, tokenId } = nftOf(key);
    const said = out <= saidOf(contract, tokenId);
    return { contract_address: contract, token_id: tokenId, out: String(out), in: String(came), said };
  });
}

function howTold({ moves, untold }: CallPlan['simulated']): 'moves' | 'balances' | 'tried' {
  if (!moves) return 'tried';
  return untold ? 'balances' : 'moves';
}

export async function simulationTold(deps: Web3Deps, who: Who, plan: CallPlan) {
  const { success, reason, events = [], untold = [] } = plan.simulated;
  const others = await othersOf(deps, who, plan);
  return {
    told: howTold(plan.simulated),
    untold: deps.catalog.assetsOf(plan.chain).flatMap((one) => (untold.includes(one.contract) ? [one.symbol] : [])),
    ...{ success, reason: reason.slice(0, 200) },
    changes: [plan.own.address, ...others].flatMap((address) => changesTold(deps, plan, address)),
    nfts: nftsTold(plan),
    events: events
      .slice(0, mostEvents)
      .map(({ contract, topic, name, args }) => ({ contract_address: contract, topic, name, args: [...args] })),
    more_events: Math.max(0, events.length - mostEvents),
  };
}
