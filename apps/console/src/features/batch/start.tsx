import { useMutation } from '@tanstack/react-query';
import { BookUser, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/export/save.ts';
import { type Place, useKeeping, useLeft } from '../../lib/half-written.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { listJoin } from '../../lib/list-join.ts';
import { useApi } from '../../lib/query.ts';
import { fieldsOf, storedId, storedText } from '../../lib/stored.ts';
import { notify } from '../../lib/toasts.ts';
import { type CoinName, coinKey, useWalletCoin, type WalletCoin } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton, useErrorText } from '../../ui/feedback.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Field, Textarea, TextInput } from '../../ui/form.tsx';
import { Card } from '../../ui/layout.tsx';
import { LeftForm } from '../../ui/left-form.tsx';
import { unsentOf, useUnsent } from '../../ui/unsent.ts';
import { WalletCoinPicker } from '../../ui/wallet-coin-picker.tsx';
import type { Priced } from './dollars.ts';
import { batchTemplate, type ReadRows, rowsOfText, templateHeadings } from './rows-of-text.ts';
import { batchPath } from './search.ts';
import type { Units } from './units.ts';
import { useNewDraft } from './use-batch.ts';

/** With the texts of the address book, which it alone says. */
const FromBook = lazyScreen(() => import('../../ui/listed-picker.tsx'), ['whiteAddress']);
const nameMax = 60;
const fileMax = 1024 * 1024;

/** What somebody writes before there is a draft: it stays while they choose another wallet or coin. */
export interface Writing {
  readonly name: string;
  readonly text: string;
}
export const nothingWritten: Writing = { name: '', text: '' };

/** The same as it is kept: what it says is said of one wallet and coin. */
interface Kept extends Writing {
  readonly wallet: number;
  /** By `coinKey`. */
  readonly coin: string;
}
const keptMax = 1_000_000;
const batches: Place<Kept> = {
  name: 'batch',
  read: (value) => {
    const { name, text, wallet, coin } = fieldsOf(value);
    const [id, key] = [storedId(wallet), storedText(coin, /^.{1,240}$/)];
    const rows = typeof text === 'string' ? text.slice(0, keptMax) : '';
    return id === null || key === ''
      ? undefined
      : { name: storedText(name, /^.{1,60}$/), text: rows, wallet: id, coin: key };
  },
};
const isWritten = ({ name, text }: Writing): boolean => `${text}${name}`.trim() !== '';

interface WritingProps {
  readonly writing: Writing;
  readonly onWriting: (writing: Writing) => void;
}

/** From which wallet, and whom: pasted, out of a file, or out of the address book. */
export function Start({ wanted, ...written }: WritingProps & { readonly wanted: readonly string[] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [place, setPlace] = useState(wanted);
  const offer = useOffer(wanted, written, setPlace);
  const chosen = useWalletCoin(place);
  const networks = useApi('batch', 'baseSymbol', {}, { quiet: true });
  const error = chosen.error ?? (networks.data ? null : networks.error);
  if (error)
    return <ErrorState error={error} onRetry={() => void (chosen.error ? chosen.retry() : networks.refetch())} />;
  if (!networks.data || chosen.subWalletId === null) return <Skeleton className="h-64 w-full" />;
  const { list } = networks.data;
  const coins = chosen.coins.filter(({ chain_id }) => list.some((one) => one.chain_id === chain_id));
  const coin = coins.find(({ symbol, chain_id, contract_address }) => {
    const { name } = chosen;
    return name?.symbol === symbol && name.chain_id === chain_id && name.contract_address === contract_address;
  });
  const now = coin ?? coins[0];
  if (!now)
    return (
      <Card>
        <EmptyState
          title={t('tools:batch.noCoin')}
          text={t('tools:batch.noCoinText', { networks: list.map(({ coin_net }) => coin_net).join(listJoin()) })}
        />
      </Card>
    );
  const name: CoinName = { symbol: now.symbol, chain_id: now.chain_id, contract_address: now.contract_address };
  const value: WalletCoin = { ...chosen, coins, coin: now, name };
  const network = list.find(({ chain_id }) => chain_id === now.chain_id);
  return (
    <Card title={t('tools:batch.new')}>
      <div className="grid gap-4">
        {offer}
        <WalletCoinPicker value={value} onChange={(id, key) => setPlace([key, String(id)])} />
        <Rows
          {...written}
          subWalletId={chosen.subWalletId}
          coin={name}
          price={now}
          units={new Set(chosen.coins.map(({ symbol }) => symbol.toUpperCase()))}
          memos={network?.support_memo ?? false}
          max={network?.max_rows ?? 0}
        />
      </div>
    </Card>
  );
}

/** A batch that was left before there was a draft; a link that names a wallet or coin is about that one alone. */
function useOffer(
  [coin = '', wallet = '']: readonly string[],
  { writing, onWriting }: WritingProps,
  onPlace: (place: readonly string[]) => void,
): ReactNode {
  const { left, hide, forget } = useLeft(batches);
  const isOther = (named: string, ...its: readonly (string | undefined)[]): boolean =>
    named !== '' && !its.includes(named);
  if (
    !left ||
    isWritten(writing) ||
    isOther(coin, left.coin, left.coin.split('@')[0]) ||
    isOther(wallet, String(left.wallet))
  )
    return null;
  const goOn = (): void => {
    onPlace([left.coin, String(left.wallet)]);
    onWriting({ name: left.name, text: left.text });
    hide();
  };
  return <LeftForm parts={[left.name, left.text]} onGoOn={goOn} onForget={forget} />;
}

interface RowsProps extends WritingProps {
  readonly subWalletId: number;
  readonly coin: CoinName;
  readonly price: Priced;
  readonly units: Units;
  readonly memos: boolean;
  readonly max: number;
}

/** Makes a draft of what is written, which is kept and held until then. */
function useMade({
  subWalletId,
  coin,
  writing,
  onWriting,
}: Pick<RowsProps, 'subWalletId' | 'coin' | keyof WritingProps>) {
  const kept: Kept = { ...writing, wallet: subWalletId, coin: coinKey(coin) };
  const { sent, asked } = useKeeping(batches.name, kept, isWritten(writing));
  const make = useNewDraft(() => {
    asked();
    onWriting(nothingWritten);
  });
  useUnsent(
    // What became of a draft without an answer stands below, among the drafts.
    unsentOf(isWritten(writing), { ...make, error: null }),
    { stays: ({ id }, path) => sent.current || (id === undefined && path.endsWith(`/${batchPath}`)), kept: true },
  );
  return make;
}

async function rowsOfFile(file: File, memos: boolean, units: Units): Promise<ReadRows> {
  if (file.size > fileMax) return { problem: 'tooMany' };
  if (/\.xlsx$/i.test(file.name)) return (await import('./rows-of-sheet.ts')).rowsOfSheet(file, memos, units);
  return rowsOfText(await file.text(), memos, units);
}

/** A file to begin with. */
function Templates({ memos }: Pick<RowsProps, 'memos'>): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const sheet = useMutation({
    mutationFn: async () => {
      const { xlsxOf } = await import('../../lib/export/xlsx.ts');
      const never = new AbortController().signal;
      return xlsxOf('batch.xlsx', { headings: templateHeadings(memos), rows: [] }, never);
    },
    onSuccess: (file) => saveFile(file, file.name),
  });
  return (
    <>
      <Button onClick={() => saveFile(new Blob([batchTemplate(memos)]), 'batch.csv')}>
        <Download aria-hidden />
        {t('tools:batch.template')}
      </Button>
      <Button busy={sheet.isPending} onClick={() => sheet.mutate()}>
        <Download aria-hidden />
        {t('tools:batch.templateXlsx')}
      </Button>
    </>
  );
}

function Rows({ subWalletId, coin, price, units, memos, max, writing, onWriting }: RowsProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { text, name } = writing;
  const setText = (next: string): void => onWriting({ ...writing, text: next });
  const [problem, setProblem] = useState<Extract<ReadRows, { problem: string }>['problem']>();
  const [picking, setPicking] = useState(false);
  const textOf = useErrorText();
  const make = useMade({ subWalletId, coin, writing, onWriting });
  const keep = (read: ReadRows): void => {
    setProblem('problem' in read ? read.problem : undefined);
    if ('problem' in read) return;
    if (read.unread)
      notify(t('tools:batch.unread', { count: read.unread.length, columns: read.unread.join(listJoin()) }), 'info');
    make.mutate({ ...coin, sub_wallet_id: subWalletId, name: name.trim(), memos, price, rows: read.rows });
  };
  const fault = problem ? t(`tools:batch.problem.${problem}`) : make.error ? textOf(make.error) : undefined;
  return (
    <>
      <Field label={t('tools:batch.name')} hint={t('tools:batch.nameHint')}>
        <TextInput
          value={name}
          maxLength={nameMax}
          onChange={({ target }) => onWriting({ ...writing, name: target.value })}
        />
      </Field>
      <Field
        label={t('tools:batch.rows')}
        error={fault}
        hint={t(memos ? 'tools:batch.rowsHintMemo' : 'tools:batch.rowsHint', { max })}
      >
        <Textarea
          rows={8}
          className="mono"
          spellCheck={false}
          value={text}
          placeholder={t(memos ? 'tools:batch.exampleMemo' : 'tools:batch.example')}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <FileInput
          label={t('tools:batch.file')}
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          onFile={(file) => void rowsOfFile(file, memos, units).then(keep)}
        />
        <Templates memos={memos} />
        <Button aria-expanded={picking} onClick={() => setPicking(!picking)}>
          <BookUser aria-hidden />
          {t('tools:batch.fromBook')}
        </Button>
        <Button
          variant="primary"
          className="ml-auto max-md:w-full"
          busy={make.isPending}
          disabled={text.trim() === ''}
          onClick={() => keep(rowsOfText(text, memos, units))}
        >
          {t('tools:batch.look')}
        </Button>
      </div>
      {picking && (
        <FromBook
          coin={coin}
          onPick={(address, memo) =>
            setText(`${text === '' || text.endsWith('\n') ? text : `${text}\n`}${address}\t\t${memos ? memo : ''}\n`)
          }
        />
      )}
    </>
  );
}
