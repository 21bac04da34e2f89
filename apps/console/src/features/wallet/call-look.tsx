import type { contract, Output } from '@holdfast/contract';
import { readCall } from '@holdfast/policy';
import { callTold, type ToldCall } from '@holdfast/review';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressBlocks, Amount } from '../../ui/display.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { type Contract, problemText } from './call-form.ts';
import { Simulated } from './call-simulated.tsx';

export type Looked = Output<typeof contract.web3.simulate>;

/** What a call is by its data, read by the signers' own code. */
export function toldOf(chain: string, from: string, address: string, data: string, listed: readonly Contract[]) {
  const outputs = [{ address, amount: '0', memo: '', entry: '', path: '' }];
  if (!readCall({ call: data, from, outputs })) return undefined;
  const entries = new Map(
    listed.map(({ id, address: at, label, methods }) => [
      id,
      {
        since: 0,
        entry: {
          chains: [chain],
          address: at,
          memo: '',
          assets: [],
          label,
          ...(methods.length > 0 ? { methods } : {}),
        },
      },
    ]),
  );
  const intent = { chain, from, outputs, call: data } as Parameters<typeof callTold>[0]['intent'];
  return callTold({ intent, entries });
}

function Step({ call }: { call: ToldCall }): ReactNode {
  const { t } = useTranslation();
  return (
    <section className="grid gap-1 rounded-lg border border-line px-3.5 py-2.5">
      <h3 className="font-medium">
        <span className="text-mut">{t('call.step', { number: call.number })}</span>{' '}
        <span className="mono">{call.title}</span>
      </h3>
      <p className={call.source === 'raw' ? 'font-medium text-bad' : 'text-mut'}>{t(`call.names.${call.source}`)}</p>
      <dl>
        {call.args.map(({ name, kind, text }) => (
          <Detail key={name} name={name}>
            {kind === 'address' ? <AddressBlocks address={text} /> : <span className="mono break-all">{text}</span>}
          </Detail>
        ))}
      </dl>
      {call.raw !== '' && <p className="mono break-all text-bad">{call.raw}</p>}
    </section>
  );
}

interface CallLookProps {
  readonly looked: Looked;
  readonly told: ReturnType<typeof toldOf>;
}

/** What the call says and does, before anybody is asked. */
export function CallLook({ looked, told }: CallLookProps): ReactNode {
  const { t } = useTranslation();
  const { outflows, fees, fee_symbol: feeSymbol, problem } = looked;
  const fee = fees.find(({ fee_level }) => fee_level === 2);
  return (
    <div className="grid gap-3" data-testid="call-look">
      {problem !== '' && <Banner tone="bad">{t(problemText(problem), { problem })}</Banner>}
      {!told && <Banner tone="bad">{t('call.unreadable')}</Banner>}
      {told?.calls.map((call) => (
        <Step key={call.number} call={call} />
      ))}
      <Simulated simulation={looked.simulation} from={looked.from} />
      <dl className="rounded-lg border border-line px-3.5 py-1.5">
        {outflows.map(({ symbol, contract_address: contract, amount, allowed }) => (
          <Detail key={contract} name={t(allowed === '0' ? 'call.stated' : 'call.statedAllowed')}>
            <Amount value={amount} symbol={symbol} />
          </Detail>
        ))}
        {fee && (
          <Detail name={t('call.fee')}>
            <Amount value={fee.max_fee} symbol={feeSymbol} />
          </Detail>
        )}
      </dl>
      {outflows.length > 0 && <p className="text-mut text-xs">{t('call.statedHint')}</p>}
    </div>
  );
}
