import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { drawnPayees } from '../../lib/drawn-payees.ts';
import { numbered } from '../../lib/numbered.ts';
import { apiQuery, useApi } from '../../lib/query.ts';
import { addressText } from '../../lib/stake-text.ts';
import { Button } from '../../ui/button.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Identicon } from '../../ui/identicon.tsx';
import { PayeeStanding } from '../../ui/payee-standing.tsx';
import type { Payment } from './view.ts';

interface RecipientsProps {
  readonly payment: Payment;
  /** It can still be decided: what is known of the payee now is told. */
  readonly open: boolean;
}

type Output = Payment['outputs'][number];

/** What is known of so many is said at each of them. */
const standingMost = 5;
/** And of so many in one line. */
const summedMost = 20;

/** Who is paid. Of a batch of hundreds nothing more is asked for than what stands there: each row was looked at when it was asked for. */
export function Recipients({ payment, open }: RecipientsProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [all, setAll] = useState(false);
  const { outputs } = payment;
  const count = outputs.length;
  return (
    <>
      {open && count > standingMost && <Standings payment={payment} />}
      {outputs.some(({ remark }) => remark !== '') && <p className="text-mut text-xs">{t('tools:todo.rowRemarks')}</p>}
      {numbered(all ? outputs : outputs.slice(0, drawnPayees)).map(({ item: output, at }) => (
        <Recipient key={at} payment={payment} output={output} at={at} open={open && count <= summedMost} />
      ))}
      {!all && count > drawnPayees && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          {t('tx.payeesAll', { count })}
        </Button>
      )}
    </>
  );
}

/** One of them: every character, what the payment tells them, and what is known of them; of several by name or number, and with what they get. */
function Recipient({ payment, output, at, open }: RecipientsProps & { output: Output; at: number }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { address, amount, memo, label, remark } = output;
  const isOne = payment.outputs.length === 1;
  const one = payment.stake === null ? t('tools:todo.recipient') : t(addressText(payment.stake));
  const text = isOne ? one : t('tools:todo.recipientAt', { number: at + 1 });
  return (
    <section className="grid gap-2.5 rounded-lg border border-line bg-panel p-4">
      <span className="flex flex-wrap items-center gap-x-2">
        <Identicon seed={address} size={20} />
        <span className="min-w-0 break-words font-medium">
          {isOne || label === '' ? text : <Honest text={label} />}
          {remark !== '' && (
            <span className="font-normal text-mut">
              {' · '}
              <Honest text={remark} />
            </span>
          )}
        </span>
        <span className="text-mut">{t('tools:todo.compare')}</span>
        {!isOne && (
          <strong className="ml-auto font-semibold tabular-nums">
            {exactAmount(amount)} {payment.symbol}
          </strong>
        )}
      </span>
      <AddressBlocks wide address={address} className="text-[15px]" />
      {memo !== '' && <p>{t('tools:todo.payeeMemo', { memo })}</p>}
      {open && payment.stake === null && <Standing payment={payment} output={output} />}
    </section>
  );
}

function lookOf({ symbol, chain_id, contract_address, sub_wallet_id }: Payment, { address, memo }: Output) {
  return { symbol, chain_id, contract_address, sub_wallet_id, address, ...(memo === '' ? {} : { memo }) };
}

/** As the form says it that asked for the payment. The signer's page says it once more, by the book that the signer has. Of many, the address that imitates another is told alone. */
function Standing({ payment, output }: { payment: Payment; output: Output }): ReactNode {
  const { data } = useApi('withdraw', 'addressInfo', lookOf(payment, output), { quiet: true });
  const isTold = payment.outputs.length <= standingMost || (data?.similar_to.length ?? 0) > 0;
  return data?.valid && isTold ? <PayeeStanding payee={data} payer={payment.sub_wallet_id} /> : null;
}

/** Of many: how many of them nobody paid before, and how many are not listed. */
function Standings({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { outputs } = payment;
  const all = outputs.length;
  const isSummed = all <= summedMost;
  const looks = useQueries({
    queries: (isSummed ? outputs : []).map((output) =>
      apiQuery('withdraw', 'addressInfo', lookOf(payment, output), { quiet: true }),
    ),
  });
  if (!isSummed) return <p className="text-mut">{t('tools:todo.standingsMost', { most: summedMost })}</p>;
  const known = looks.flatMap(({ data }) => data ?? []);
  if (known.length < all) return null;
  const others = known.filter(({ is_own }) => is_own === null);
  const first = others.filter(({ first_time }) => first_time).length;
  const unlisted = others.filter(({ white_id }) => white_id === '').length;
  const text = t('tools:todo.standings', { first, unlisted, all });
  return first > 0 ? <Banner tone="warn">{text}</Banner> : <p className="text-mut">{text}</p>;
}
