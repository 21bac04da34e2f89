import type { contract, Output } from '@holdfast/contract';
import { outpointsOf, sumOfChosen } from '../../lib/chosen-outputs.ts';
import { looksLikeLink } from '../../lib/payee-name.ts';
import { useApi } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import type { Joins } from './output-choice.tsx';
import {
  addressFault,
  amountFault,
  type FeeLevel,
  feeFault,
  isPayable,
  memoFault,
  memoOf,
  type Paying,
  type WithdrawForm,
} from './view.ts';

export type CoinInfo = Output<typeof contract.withdraw.info>;
export type AddressInfo = Output<typeof contract.withdraw.addressInfo>;
export type DryRun = Output<typeof contract.withdraw.limitCheck>;
export type FeeTier = Output<typeof contract.withdraw.gasEstimate>['tiers'][number];

export type Resources = NonNullable<Output<typeof contract.withdraw.gasEstimate>['resources']>;

const typingPauseMs = 350;
const feesEveryMs = 20_000;

/** What the server says about a withdrawal while it is being written. Everything is undefined until known. */
export interface Quote {
  readonly info: CoinInfo | undefined;
  readonly tiers: readonly FeeTier[];
  readonly tier: FeeTier | undefined;
  /** False where the node had no estimate of the fees. */
  readonly estimated: boolean;
  /** Of what the fee is made; null where the chain has no resources beside coins. */
  readonly resources: Resources | null;
  /** The addresses that it would spend from together; null where that is not known. */
  readonly joins: Joins | null;
  readonly destination: AddressInfo | undefined;
  readonly dryRun: DryRun | undefined;
  /** All answers are there, and belong to what stands in the form now. */
  readonly settled: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** What was looked at when the review was opened: the fees shown there are the fees that are asked for. */
export interface Reviewed {
  readonly form: WithdrawForm;
  readonly info: CoinInfo;
  readonly tier: FeeTier;
  readonly destination: AddressInfo;
  readonly dryRun: DryRun;
  /** About what the amount was worth when it was looked at, in US dollars; '' where nobody knows. */
  readonly worth: string;
  /** What one of the coin that the fee is paid in was worth; null where nobody knows. */
  readonly feePrice: string | null;
}

export const tierOf = (tiers: readonly FeeTier[], level: FeeLevel): FeeTier | undefined =>
  tiers.find((tier) => tier.fee_level === level);

export function useQuote(subWalletId: number, name: CoinName, form: WithdrawForm): Quote {
  const coin = { sub_wallet_id: subWalletIdOf(subWalletId), ...name };
  // A link is no address: what it says of one is asked for once it stands in its place.
  const written = looksLikeLink(form.address) ? '' : form.address.trim();
  const address = useDebounced(written, typingPauseMs);
  const amount = useDebounced(form.amount, typingPauseMs);
  const info = useApi('withdraw', 'info', coin, { quiet: true, refetchInterval: feesEveryMs });
  const memo = useDebounced(memoOf(form, info.data), typingPauseMs);
  const told = memo === '' || memoFault(memo) ? {} : { memo };
  const destination = useApi(
    'withdraw',
    'addressInfo',
    { ...coin, ...told, address },
    { enabled: address !== '', quiet: true },
  );
  const known = address === '' ? undefined : destination.data;
  const isSelf = known?.is_own?.sub_wallet_id === subWalletId;
  const payee = known?.valid && (!isSelf || known.gathers) ? known.address : undefined;
  const wanted = info.data && isPayable(amount, info.data.decimals) ? { amount } : {};
  const inputs = form.inputs.length > 0 ? { inputs: outpointsOf(form.inputs) } : {};
  const gas = useApi(
    'withdraw',
    'gasEstimate',
    { ...coin, ...told, ...wanted, ...inputs, ...(payee === undefined ? {} : { to: payee }) },
    { quiet: true, keep: true, refetchInterval: feesEveryMs },
  );
  const tiers = gas.data?.tiers ?? [];
  const tier = tierOf(tiers, form.feeLevel);
  // Of what somebody chose, no more can be paid than it holds.
  const limits =
    info.data && form.inputs.length > 0 ? { ...info.data, payable_balance: sumOfChosen(form.inputs) } : info.data;
  const worthAsking =
    payee !== undefined &&
    limits !== undefined &&
    tier !== undefined &&
    amountFault(amount, limits, tier.max_fee) === undefined;
  const dryRun = useApi(
    'withdraw',
    'limitCheck',
    { ...coin, ...told, amount, address_to: payee ?? address, fee_level: form.feeLevel, ...inputs },
    { enabled: worthAsking, quiet: true },
  );
  return {
    info: limits,
    tiers,
    tier,
    estimated: gas.data?.estimated ?? true,
    resources: gas.data?.resources ?? null,
    joins: wanted.amount ? (gas.data?.joins ?? null) : null,
    destination: known,
    dryRun: worthAsking ? dryRun.data : undefined,
    settled:
      address === written &&
      amount === form.amount &&
      memo === memoOf(form, info.data) &&
      ![info, destination, gas, dryRun].some(({ isLoading, isPlaceholderData }) => isLoading || isPlaceholderData),
    error: info.error ?? gas.error ?? destination.error ?? dryRun.error,
    retry: () => void Promise.all([info.refetch(), gas.refetch()]),
  };
}

/** Everything is filled in, known and accepted by the dry run: the review may be shown. */
export function readyToReview(form: WithdrawForm, quote: Quote, paying: Paying): boolean {
  const { info, tier, destination, dryRun, settled } = quote;
  if (!info || !tier || !destination || !settled || !info.enable_withdraw) return false;
  const faults = [
    addressFault(form.address, destination, paying),
    amountFault(form.amount, info, tier.max_fee),
    feeFault(info, tier.max_fee),
    memoFault(memoOf(form, info), destination.need_memo),
  ];
  return faults.every((fault) => fault === undefined) && dryRun?.pass === true;
}
