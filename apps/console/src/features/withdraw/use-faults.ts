import { errorNameOf } from '@holdfast/contract';
import { looksLikeName } from '../../lib/payee-name.ts';
import { useFaultText } from './use-fault-text.ts';
import type { Quote } from './use-quote.ts';
import {
  addressFault,
  amountFault,
  type Fault,
  fieldOfRefusal,
  memoFault,
  type Paying,
  type WithdrawForm,
} from './view.ts';

/** What is wrong with each field, in words; undefined where nothing is. */
export interface Faults {
  readonly address: string | undefined;
  readonly memo: string | undefined;
  readonly amount: string | undefined;
  /** What the dry run says belongs to no field, or is good news: it stands by itself. */
  readonly apart: boolean;
}

/** Faults of what has been written, and of everything once the form was `asked` for; what the dry run refuses stands at the field it is about. */
export function useFaults(form: WithdrawForm, quote: Quote, paying: Paying, asked: boolean): Faults {
  const say = useFaultText();
  const { info, tier, destination, dryRun } = quote;
  const text = (fault: Fault | undefined, written: boolean): string | undefined =>
    fault && (asked || written) ? say(fault) : undefined;
  const about = dryRun?.most
    ? 'amount'
    : dryRun?.pass === false
      ? fieldOfRefusal(errorNameOf(dryRun.reason_code))
      : undefined;
  const refused = (field: typeof about): string | undefined => (about === field ? dryRun?.reason : undefined);
  const address = text(
    addressFault(form.address, destination, paying),
    form.address !== '' && !looksLikeName(form.address),
  );
  const memo = text(memoFault(form.memo, destination?.need_memo), form.memo !== '' || destination?.need_memo === true);
  const amount = info && text(amountFault(form.amount, info, tier?.max_fee ?? '0'), form.amount !== '');
  return {
    // The server knows more of the address book than the form: until when a whitelist is held to.
    address: refused('address') ?? address,
    memo: memo ?? refused('memo'),
    amount: amount ?? refused('amount'),
    apart: about === undefined && address === undefined,
  };
}
