import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { exactAmount, isAmount } from '../../lib/amount.ts';
import { useHeldCoin } from '../../lib/held-coin.ts';
import { listJoin } from '../../lib/list-join.ts';
import { freeFrom } from '../../lib/payee-name.ts';
import { usdOfCoin } from '../../lib/usd.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox, Field, TextInput } from '../../ui/form.tsx';
import { Honest } from '../../ui/honest.tsx';
import { PayeeField } from '../../ui/payee-field.tsx';
import { inCoin } from './dollars.ts';
import { plainAmount, plainPayee } from './rows-of-text.ts';
import { withoutUnit } from './units.ts';
import { isNotOnePayee, useFaultText } from './use-fault-text.ts';
import { type Row, type RowFinding, toldErrors } from './view.ts';

/** What the server takes of it. */
const amountMax = 100;

export interface RowActions {
  readonly coin: CoinName;
  /** What one of it is worth in US dollars; null where nobody knows. */
  readonly price: string | null;
  /** The sub-wallet that pays. */
  readonly payer: number;
  /** Has the network memos? */
  readonly memos: boolean;
  readonly busy: boolean;
  readonly onChange: (row: Row) => void;
  /** Missing for the last row that is left. */
  readonly onRemove: ((row: number) => void) | undefined;
}
interface DraftRowProps extends RowActions {
  readonly row: Row;
  readonly finding: RowFinding;
}

/** One payee: shown in whole, or mended where it stands. */
export function DraftRow(props: DraftRowProps): ReactNode {
  const [editing, setEditing] = useState(false);
  return editing ? (
    <EditRow {...props} onDone={() => setEditing(false)} />
  ) : (
    <ShownRow {...props} onEdit={() => setEditing(true)} />
  );
}

function ShownRow({
  row,
  finding,
  coin,
  price,
  busy,
  onChange,
  onRemove,
  onEdit,
}: DraftRowProps & { onEdit: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const walletName = useWalletNames();
  const worth = about(usdOfCoin(row.amount, price));
  const name = row.own === null ? row.label : (walletName(row.own) ?? row.label);
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 px-3 py-2">
      <span className="text-mut tabular-nums">{row.row}</span>
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <span className="mono min-w-0 break-all">{row.address || t('tools:batch.noAddress')}</span>
          {name !== '' && <bdi className="font-medium">{name}</bdi>}
        </div>
        <div className="flex flex-wrap items-baseline gap-x-3 text-mut">
          {row.memo !== '' && (
            <span>
              {t('tools:batch.memo')}: <bdi className="mono">{row.memo}</bdi>
            </span>
          )}
          {row.remark !== '' && <Honest text={row.remark} />}
        </div>
        <Findings {...{ row, finding, coin, busy, onChange }} />
      </div>
      <div className="flex items-center gap-1">
        <span className="grid justify-items-end tabular-nums">
          <span className="font-medium">
            {isAmount(row.amount) ? `${exactAmount(row.amount)} ${coin.symbol}` : row.amount}
          </span>
          {worth !== '' && <span className="text-mut text-xs">{worth}</span>}
        </span>
        <IconButton label={t('tools:batch.edit', { row: row.row })} disabled={busy} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton
          label={t('tools:batch.remove', { row: row.row })}
          disabled={busy || !onRemove}
          onClick={() => onRemove?.(row.row)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

/** What is wrong with it, and what somebody has to say that they have seen. */
function Findings({
  row,
  finding,
  coin,
  busy,
  onChange,
}: Pick<DraftRowProps, 'row' | 'finding' | 'coin' | 'busy' | 'onChange'>): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { errors, same, similar, unlisted, freeFrom: free, first, odd } = finding;
  const say = useFaultText(coin.symbol);
  return (
    <>
      {toldErrors(row, errors).map((error) => (
        <Line key={error.field} tone="text-bad">
          {say(row, error)}
        </Line>
      ))}
      {same !== undefined && <Line tone="text-warn">{t('tools:batch.same', { row: same })}</Line>}
      {similar.length > 0 && (
        <Line tone="text-warn">
          {t('tools:batch.similar')} <span className="mono break-all">{similar.join(listJoin())}</span>
        </Line>
      )}
      {free && <Line tone="text-warn">{t('tools:batch.cooling', { when: freeFrom(free) })}</Line>}
      {unlisted && !free && <Line tone="text-warn">{t('tools:batch.notListed')}</Line>}
      {first && !unlisted && errors.length === 0 && <span className="text-mut text-xs">{t('tools:batch.first')}</span>}
      {odd && (
        <Checkbox
          label={t('tools:batch.meant')}
          checked={row.seen === 1}
          disabled={busy}
          onChange={({ target }) => onChange({ ...row, seen: target.checked ? 1 : 0 })}
        />
      )}
    </>
  );
}

const Line = ({ tone, children }: { tone: string; children: ReactNode }): ReactNode => (
  <p className={`flex items-start gap-1.5 ${tone}`}>
    <TriangleAlert size={13} className="mt-0.5 shrink-0" aria-hidden />
    <span className="min-w-0">{children}</span>
  </p>
);

function EditRow({
  row,
  finding,
  coin,
  payer,
  memos,
  busy,
  onChange,
  onDone,
}: DraftRowProps & { onDone: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [cells, setCells] = useState(row);
  const held = useHeldCoin(payer, coin);
  const say = useFaultText(coin.symbol);
  const faultOf = (field: 'address' | 'memo' | 'amount'): string | undefined =>
    cells[field] === row[field]
      ? // The field looks for a name in the address book, and tells itself what it finds.
        finding.errors.flatMap((one) => (one.field === field && !isNotOnePayee(row, one) ? [say(row, one)] : []))[0]
      : undefined;
  const isOfAmount = finding.errors[0]?.field === 'amount';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // What nobody has changed is read no other way than before.
    const amount =
      cells.amount === row.amount ? row.amount : inCoin(withoutUnit(plainAmount(cells.amount), coin.symbol), held);
    onChange({ ...cells, address: plainPayee(cells.address), amount, seen: 0 });
    onDone();
  };
  return (
    <li className="bg-bg px-3 py-3">
      {/* Side by side labels and fields are of one height, whatever stands beside a label or in a field. */}
      <form
        className="grid items-start gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] md:[&_.box]:h-10 md:[&_:has(>label)]:min-h-7"
        onSubmit={submit}
      >
        <PayeeField
          autoFocus={!isOfAmount}
          label={t('tools:batch.address', { row: row.row })}
          error={faultOf('address')}
          value={cells.address}
          coin={coin}
          payer={payer}
          onValue={(address, memo = cells.memo) => setCells({ ...cells, address, memo: memos ? memo : cells.memo })}
        />
        <AmountField
          label={t('tools:batch.amount')}
          value={cells.amount}
          symbol={coin.symbol}
          coin={held}
          autoFocus={isOfAmount}
          error={faultOf('amount')}
          onAmount={(amount) => setCells({ ...cells, amount: amount.slice(0, amountMax) })}
        />
        {(memos || cells.memo !== '') && (
          <Field label={t('tools:batch.memo')} error={faultOf('memo')}>
            <TextInput
              maxLength={100}
              value={cells.memo}
              onChange={({ target }) => setCells({ ...cells, memo: target.value })}
            />
          </Field>
        )}
        <Field label={t('common.remark')}>
          <TextInput
            maxLength={200}
            value={cells.remark}
            onChange={({ target }) => setCells({ ...cells, remark: target.value })}
          />
        </Field>
        <div className="flex items-end justify-end gap-2 md:col-span-2">
          <Button onClick={onDone}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={busy}>
            {t('tools:batch.save')}
          </Button>
        </div>
      </form>
    </li>
  );
}
