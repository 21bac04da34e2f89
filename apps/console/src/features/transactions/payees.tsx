import { isOrderType, transactionType } from '@holdfast/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { depositsOpen } from '../../lib/deposit-open.ts';
import { drawnPayees } from '../../lib/drawn-payees.ts';
import { numbered } from '../../lib/numbered.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { Button } from '../../ui/button.tsx';
import { CopyDeposit } from '../../ui/copy-deposit.tsx';
import { AddressBlocks, CopyButton } from '../../ui/display.tsx';
import { Honest } from '../../ui/honest.tsx';
import { useBatch } from './use-batch.ts';
import { paysSeveral, type Transaction } from './view.ts';

type Output = Transaction['outputs'][number];

interface FullAddressProps {
  readonly transaction: Transaction;
  readonly address: string;
  readonly ours: boolean;
}

/** Every character of it. One of ours is one to which somebody may be told to pay again. */
export function FullAddress({ transaction, address, ours }: FullAddressProps): ReactNode {
  if (address === '') return <span className="text-mut">--</span>;
  return (
    <span className="flex items-start gap-1">
      <AddressBlocks address={address} />
      {ours ? <CopyOurs transaction={transaction} address={address} /> : <CopyButton text={address} />}
    </span>
  );
}

function CopyOurs({ transaction, address }: Omit<FullAddressProps, 'ours'>): ReactNode {
  const { symbol, symbol_alias, contract_address, sub_wallet_id, evidence } = transaction;
  const enabled = (): Promise<boolean> =>
    depositsOpen({ symbol, chain_id: evidence.chain_id, contract_address }, sub_wallet_id);
  return <CopyDeposit symbol={symbol_alias} text={address} enabled={enabled} />;
}

/** Whom it pays, or where it came in: of several each by name with what they get. */
export function Payees({ transaction }: { transaction: Transaction }): ReactNode {
  if (paysSeveral(transaction)) return <Several transaction={transaction} />;
  const { type, counterparty_own, outputs } = transaction;
  const ours = isOrderType(type) ? counterparty_own : type !== transactionType.nft;
  return outputs.map(({ address }) => (
    <FullAddress key={address} transaction={transaction} address={address} ours={ours} />
  ));
}

interface Payee {
  readonly label: string;
  readonly ours: boolean;
}

/** Who each is: by the book, or one of ours, which the batch knows of each, and the order of the first alone. */
function usePayees(transaction: Transaction): (output: Output, at: number) => Payee {
  const rows = useBatch(transaction).detail?.list ?? [];
  const walletName = useWalletNames();
  const { counterparty_label, counterparty_own } = transaction;
  return ({ address, memo, label }, at) => {
    // A row says its address as somebody wrote it; the order as its network writes it.
    const isIts = (row: { readonly address: string; readonly memo: string }): boolean =>
      row.address.toLowerCase() === address.toLowerCase() && row.memo === memo;
    const row = rows.find((one) => one.row === at + 1 && isIts(one)) ?? rows.find(isIts);
    if (row)
      return { label: (row.own === null ? undefined : walletName(row.own)) ?? row.label, ours: row.own !== null };
    return at === 0 ? { label: counterparty_label, ours: counterparty_own } : { label, ours: false };
  };
}

function Several({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const payeeOf = usePayees(transaction);
  const { outputs, symbol_alias } = transaction;
  const count = outputs.length;
  return (
    <div className="grid gap-2">
      <span>{t('tx.payees', { count })}</span>
      <ul className="grid gap-2.5" aria-label={t('tx.to')}>
        {numbered(all ? outputs : outputs.slice(0, drawnPayees)).map(({ item: output, at }) => {
          const { label, ours } = payeeOf(output, at);
          return (
            <li key={at} className="grid gap-0.5">
              <span className="flex flex-wrap justify-between gap-x-3">
                <Honest className="min-w-0 break-words font-medium" text={label} />
                <span>
                  {exactAmount(output.amount)} {symbol_alias}
                </span>
              </span>
              <FullAddress transaction={transaction} address={output.address} ours={ours} />
              {output.memo !== '' && (
                <span className="text-mut">
                  {t('withdraw.memo')} <bdi className="break-words">{output.memo}</bdi>
                </span>
              )}
              <Honest className="break-words text-mut" text={output.remark} />
            </li>
          );
        })}
      </ul>
      {!all && count > drawnPayees && (
        <Button size="sm" className="justify-self-start" onClick={() => setAll(true)}>
          {t('tx.payeesAll', { count })}
        </Button>
      )}
    </div>
  );
}
