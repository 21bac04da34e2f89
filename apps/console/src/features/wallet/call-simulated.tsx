import type { contract, Output } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listJoin } from '../../lib/list-join.ts';
import { numbered } from '../../lib/numbered.ts';
import { AddressBlocks, Amount } from '../../ui/display.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';

/** What the network's node says that a call would do: its word, marked as that. */

type Simulation = Output<typeof contract.web3.simulate>['simulation'];
interface SimulatedProps {
  readonly simulation: Simulation;
  readonly from: string;
}
const ways = ['out', 'in'] as const;

export function Simulated({ simulation, from }: SimulatedProps): ReactNode {
  const { t } = useTranslation();
  const { success, reason, told, changes, nfts, untold } = simulation;
  if (!success) return <Banner tone="bad">{t('call.fails', { reason })}</Banner>;
  const quiet = told === 'tried' ? 'call.tried' : 'call.nothing';
  const others = [...new Set(changes.map(({ address }) => address))].filter((one) => one !== from);
  const isOwn = ({ address }: Simulation['changes'][number]): boolean => address === from;
  return (
    <section className="grid gap-1" data-testid="call-simulated">
      {!changes.some(isOwn) && nfts.length === 0 && <p>{t(quiet)}</p>}
      <dl>
        <Changes changes={changes.filter(isOwn)} />
        <Nfts nfts={nfts} />
      </dl>
      {others.map((address) => (
        <section key={address}>
          <h4 className="text-mut">{t('call.ofOther', { address })}</h4>
          <dl>
            <Changes changes={changes.filter((one) => one.address === address)} />
          </dl>
        </section>
      ))}
      <Events simulation={simulation} />
      {told === 'balances' && <p>{t('call.balances')}</p>}
      {untold.length > 0 && <Banner tone="warn">{t('call.untold', { symbols: untold.join(listJoin()) })}</Banner>}
      <p className="text-mut text-xs">{t('call.node')}</p>
    </section>
  );
}

function Changes({ changes }: Pick<Simulation, 'changes'>): ReactNode {
  const { t } = useTranslation();
  return changes.flatMap((one) =>
    ways.map((way) => {
      const { symbol, contract_address: contract, counted } = one;
      const amount = one[way];
      if (amount === '0') return null;
      return (
        <Detail key={`${contract} ${way}`} name={t(`call.${way}`)}>
          {counted ? <Amount value={amount} symbol={symbol} /> : t('call.uncounted', { amount, contract })}
        </Detail>
      );
    }),
  );
}

function Nfts({ nfts }: Pick<Simulation, 'nfts'>): ReactNode {
  const { t } = useTranslation();
  return nfts.flatMap((one) =>
    ways.map((way) => {
      const { contract_address: contract, token_id: id, said } = one;
      if (one[way] === '0') return null;
      return (
        <Detail key={`${contract} ${id} ${way}`} name={t(`call.${way}`)}>
          <span className="break-all">{t('call.nft', { amount: one[way], id, contract })}</span>
          {way === 'out' && !said && <p className="font-medium text-bad">{t('call.nftUnsaid')}</p>}
        </Detail>
      );
    }),
  );
}

function Events({ simulation: { events, more_events: more } }: Pick<SimulatedProps, 'simulation'>): ReactNode {
  const { t } = useTranslation();
  if (events.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-mut">{t('call.events', { count: events.length + more })}</summary>
      <ol className="grid gap-1.5 py-1.5">
        {numbered(events).map(({ item: { contract_address: contract, topic, name, args }, at }) => (
          <li key={at} className="break-all rounded-lg border border-line px-3.5 py-1.5">
            {name === '' ? t('call.eventUnknown', { contract, topic }) : t('call.event', { contract, name })}
            <dl>
              {args.map((one) => (
                <Detail key={one.name} name={one.name}>
                  {one.text.length === 42 && one.text.startsWith('0x') ? (
                    <AddressBlocks address={one.text} />
                  ) : (
                    <span className="mono break-all">{one.text}</span>
                  )}
                </Detail>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      {more > 0 && <p>{t('call.moreEvents', { count: more })}</p>}
    </details>
  );
}
