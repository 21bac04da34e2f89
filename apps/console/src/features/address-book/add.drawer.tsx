import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { useApi } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { Checkbox, Field, Textarea, TextInput } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { entryFields, labelMax, remarkMax } from './entry-fields.ts';
import type { ImportItem } from './import-rows.ts';
import { SimilarWarning } from './similar-warning.tsx';
import { useProposal } from './use-proposal.tsx';
import { type Chain, type Checked, type Coin, familiesOf } from './view.ts';

const pauseMs = 300;

/** The networks an address is good for: of one family, since those share their addresses; all of it unless somebody leaves some out. */
function useNetworks() {
  const chains = useApi('addressBook', 'mainChains', {}).data?.list ?? [];
  const [chosen, choose] = useState<string>();
  const [left, leave] = useState<readonly string[]>([]);
  const family = chosen ?? familiesOf(chains)[0] ?? '';
  const own = chains.filter((chain) => chain.family === family);
  const ticked = own.map(({ chain }) => chain).filter((chain) => !left.includes(chain));
  const toggle = (chain: string, on: boolean): void =>
    leave(on ? left.filter((other) => other !== chain) : [...left, chain]);
  return { families: familiesOf(chains), family, choose, own, ticked, toggle };
}

/** What the server thinks of a payee as it stands in the form; undefined until it has said so. */
function useCheck(item: ImportItem): Checked | undefined {
  const text = JSON.stringify(item);
  const asked = useDebounced(text, pauseMs);
  const { data } = useApi(
    'addressBook',
    'check',
    { items: [JSON.parse(asked)] },
    { quiet: true, enabled: item.address !== '' },
  );
  return asked === text && item.address !== '' ? data?.list[0] : undefined;
}

/** `bookAdd`: one payee. What is proposed is signed on the approval page, and can be paid when it has cooled down. */
export default function AddDrawer(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { pop } = useDrawers();
  const formId = useId();
  const networks = useNetworks();
  const [symbols, setSymbols] = useState<readonly string[]>([]);
  const form = useForm(entryFields, {
    label: t('whiteAddress:label'),
    address: t('whiteAddress:address'),
    memo: t('whiteAddress:memo'),
    remark: t('common.remark'),
  });
  const { propose, busy, panel } = useProposal(api.addressBook.add);
  const { remark, ...entry } = form.values;
  const item = { ...entry, chains: networks.ticked, symbols: [...symbols] };
  const checked = useCheck({ ...item, label: item.label.trim() || '-' });
  const fault = checked && checked.problem !== '' ? t(`whiteAddress:refused.${checked.problem}`) : undefined;
  const ofLabel = checked?.problem === 'label';
  const similar = checked?.similar ?? [];
  const [compared, setCompared] = useState(false);
  const blocked = networks.ticked.length === 0 || fault !== undefined || (similar.length > 0 && !compared);
  const length = <L extends string>(text: L, most: number): string => `${text.length}/${most}`;
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={pop}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} disabled={blocked}>
            {t('whiteAddress:propose')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={form.submit(() => propose({ items: [item], remark }))}
      >
        <p className="text-mut">{t('whiteAddress:addText')}</p>
        <Field
          label={t('whiteAddress:label')}
          aside={length(form.values.label, labelMax)}
          error={form.errorOf('label') ?? (ofLabel ? fault : undefined)}
        >
          <TextInput maxLength={labelMax} {...form.input('label')} />
        </Field>
        <Networks {...networks} onFamily={(family) => [networks.choose(family), setSymbols([])]} />
        <Field
          label={t('whiteAddress:address')}
          hint={t('whiteAddress:addressHint')}
          error={form.errorOf('address') ?? (ofLabel ? undefined : fault)}
        >
          <Textarea className="mono" {...form.input('address', (text) => text.replaceAll(/\s/g, ''))} />
        </Field>
        {checked?.problem === '' && (
          <section className="rounded-lg border border-line p-3.5">
            <AddressBlocks address={checked.address} />
          </section>
        )}
        <SimilarWarning similar={similar} />
        {similar.length > 0 && (
          <Checkbox
            label={t('whiteAddress:compared')}
            checked={compared}
            onChange={({ target }) => setCompared(target.checked)}
          />
        )}
        <Field label={t('whiteAddress:memo')} hint={t('whiteAddress:memoHint')} error={form.errorOf('memo')}>
          <TextInput {...form.input('memo')} />
        </Field>
        <Coins chains={networks.ticked} symbols={symbols} onChange={setSymbols} />
        <Field label={t('common.remark')} aside={length(remark, remarkMax)} error={form.errorOf('remark')}>
          <Textarea maxLength={remarkMax} {...form.input('remark')} />
        </Field>
      </form>
      {panel}
    </DrawerBody>
  );
}

interface NetworksProps {
  readonly families: readonly string[];
  readonly family: string;
  readonly own: readonly Chain[];
  readonly ticked: readonly string[];
  readonly toggle: (chain: string, on: boolean) => void;
  readonly onFamily: (family: string) => void;
}

const familyTexts = { evm: 'whiteAddress:family.evm', bitcoin: 'whiteAddress:family.bitcoin' } as const;
const isFamily = (family: string): family is keyof typeof familyTexts => Object.hasOwn(familyTexts, family);

function Networks({ families, family, own, ticked, toggle, onFamily }: NetworksProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t('common.network')}</legend>
      <Select
        aria-label={t('common.network')}
        value={family}
        onValueChange={onFamily}
        items={families.map((name) => ({ value: name, label: isFamily(name) ? t(familyTexts[name]) : name }))}
      />
      {own.map(({ chain, name }) => (
        <Checkbox
          key={chain}
          label={name}
          checked={ticked.includes(chain)}
          onChange={({ target }) => toggle(chain, target.checked)}
        />
      ))}
    </fieldset>
  );
}

interface CoinsProps {
  readonly chains: readonly string[];
  readonly symbols: readonly string[];
  readonly onChange: (symbols: readonly string[]) => void;
}

const coinsOf = (coins: readonly Coin[], chains: readonly string[]): readonly string[] => [
  ...new Set(coins.filter(({ chain }) => chains.includes(chain)).map(({ symbol }) => symbol)),
];

/** Which coins may be paid to it; none ticked is any. */
function Coins({ chains, symbols, onChange }: CoinsProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const coins = useApi('addressBook', 'coinInfo', {}, { quiet: true }).data?.list ?? [];
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('whiteAddress:coins')}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {coinsOf(coins, chains).map((symbol) => (
          <Checkbox
            key={symbol}
            label={symbol}
            checked={symbols.includes(symbol)}
            onChange={({ target }) =>
              onChange(target.checked ? [...symbols, symbol] : symbols.filter((other) => other !== symbol))
            }
          />
        ))}
      </div>
      <p className="mt-1.5 text-mut text-xs">{t('whiteAddress:coinsHint')}</p>
    </fieldset>
  );
}
