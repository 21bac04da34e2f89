import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { methodsIn } from '../../lib/abi.ts';
import { useForm } from '../../lib/form.ts';
import { listJoin } from '../../lib/list-join.ts';
import { useApi } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { AddressBlocks } from '../../ui/display.tsx';
import { Checkbox, Field, Textarea, TextInput } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { NewBeneficiary } from './beneficiary-fields.tsx';
import { entryFields, labelMax, ownerOf, remarkMax, saidOf } from './entry-fields.ts';
import type { ImportItem, PayeeItem } from './import-rows.ts';
import type texts from './locale/en-US/whiteAddress.json';
import { SimilarWarning } from './similar-warning.tsx';
import { type Into, useChecks } from './use-checks.ts';
import { byFamily, type Chain, type Checked, type Coin } from './view.ts';

const pauseMs = 300;

/** The networks an address is good for: of one family, since those share their addresses; all of it unless somebody leaves some out. */
function useNetworks(start: readonly string[] | undefined) {
  const chains = useApi('addressBook', 'mainChains', {}).data?.list ?? [];
  const [chosen, choose] = useState<string>();
  const [left, leave] = useState<readonly string[]>();
  const started = chains.find(({ chain }) => start?.includes(chain))?.family;
  const groups = byFamily(chains);
  const family = chosen ?? started ?? groups.keys().next().value ?? '';
  const own = groups.get(family) ?? [];
  const unticked = left ?? (start ? chains.map(({ chain }) => chain).filter((chain) => !start.includes(chain)) : []);
  const ticked = own.map(({ chain }) => chain).filter((chain) => !unticked.includes(chain));
  const toggle = (chain: string, on: boolean): void =>
    leave(on ? unticked.filter((other) => other !== chain) : [...unticked, chain]);
  const turn = (to: string): void => {
    choose(to);
    leave([]);
  };
  const families = [...groups].map(([id, networks]) => ({ id, networks: networks.map(({ name }) => name) }));
  return { families, family, turn, own, ticked, toggle };
}

/** What the server thinks of a payee as it stands in the form; undefined until it has said so. */
function useCheck(item: ImportItem, into: Into): Checked | undefined {
  const text = JSON.stringify(item);
  const asked = useDebounced(text, pauseMs);
  const written = item.address !== '';
  const { data } = useChecks([JSON.parse(asked)], into, written);
  return asked === text && written ? data?.list[0] : undefined;
}

/**
 * A payee as somebody writes it, tried by the server while they do.
 * @param last the name of the text at the end: a remark to the members, or a note to oneself
 * @param start what stands in the form at first
 * Who is behind the address is asked of a new payee alone: that of a listed one is changed where it is shown, at once.
 */
export function usePayee(into: Into, last: string, start?: PayeeItem & { readonly remark: string }) {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const networks = useNetworks(start?.chains);
  const [symbols, setSymbols] = useState<readonly string[]>(start?.symbols ?? []);
  const [compared, setCompared] = useState(false);
  const labels = {
    label: t('whiteAddress:label'),
    address: t('whiteAddress:address'),
    memo: t('whiteAddress:memo'),
    methods: t('whiteAddress:methods'),
    owner: t('whiteAddress:owner.name'),
    vasp: t('whiteAddress:owner.vasp'),
    self_hosted: t('whiteAddress:owner.keeper'),
  };
  const turn = (family: string): void => {
    networks.turn(family);
    setSymbols([]);
  };
  const { label = '', address = '', memo = '', remark = '', methods = [] } = start ?? {};
  const first = { label, address, memo, remark, methods: methods.join('\n'), ...saidOf(null) };
  const form = useForm(entryFields, { ...labels, remark: last }, first);
  const { remark: words, ...written } = form.values;
  const saysOwner = into.book === 'workspace' && into.except === undefined;
  const owner = saysOwner ? ownerOf(form.values) : null;
  const item: ImportItem = {
    label: written.label,
    address: written.address,
    memo: written.memo,
    chains: networks.ticked,
    symbols: [...symbols],
    ...methodsOf(written.methods, into),
    ...(owner ? { owner } : {}),
  };
  const checked = useCheck({ ...item, label: item.label.trim() || '-' }, into);
  const fault = checked && checked.problem !== '' ? t(`whiteAddress:refused.${checked.problem}`) : undefined;
  const similar = checked?.similar ?? [];
  const blocked = networks.ticked.length === 0 || fault !== undefined || (similar.length > 0 && !compared);
  return {
    form,
    item,
    words,
    last,
    saysOwner,
    callable: into.book === 'workspace' && networks.own.some(({ calls }) => calls),
    checked,
    fault,
    blocked,
    networks: { ...networks, turn },
    coins: { symbols, set: setSymbols },
    comparing: { similar, compared, set: setCompared },
  };
}

/** Of one's own book nobody calls a contract by: nobody agreed on it. */
function methodsOf(text: string, { book }: Into): Pick<PayeeItem, 'methods'> {
  const found = book === 'workspace' ? methodsIn(text).methods.map((method) => method.text) : [];
  return found.length > 0 ? { methods: found } : {};
}

const length = (text: string, most: number): string => `${text.length}/${most}`;

/** The fields of a payee. */
export function PayeeFields({ payee }: { payee: ReturnType<typeof usePayee> }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { form, words, last, saysOwner, checked, fault, networks, coins, comparing } = payee;
  const ofLabel = checked?.problem === 'label';
  return (
    <>
      <Field
        label={t('whiteAddress:label')}
        aside={length(form.values.label, labelMax)}
        error={form.errorOf('label') ?? (ofLabel ? fault : undefined)}
      >
        <TextInput maxLength={labelMax} {...form.input('label')} />
      </Field>
      <Networks {...networks} />
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
      <SimilarWarning similar={comparing.similar} />
      {comparing.similar.length > 0 && (
        <Checkbox
          label={t('whiteAddress:compared')}
          checked={comparing.compared}
          onChange={({ target }) => comparing.set(target.checked)}
        />
      )}
      <Field label={t('whiteAddress:memo')} hint={t('whiteAddress:memoHint')} error={form.errorOf('memo')}>
        <TextInput {...form.input('memo')} />
      </Field>
      <Coins chains={networks.ticked} symbols={coins.symbols} onChange={coins.set} />
      {payee.callable && (
        <Field
          label={t('whiteAddress:methods')}
          hint={t('whiteAddress:methodsHint')}
          error={form.errorOf('methods') && t('whiteAddress:methodsFault')}
        >
          <Textarea className="mono" rows={3} {...form.input('methods')} />
        </Field>
      )}
      {saysOwner && <NewBeneficiary form={form} />}
      <Field label={last} aside={length(words, remarkMax)} error={form.errorOf('remark')}>
        <Textarea maxLength={remarkMax} {...form.input('remark')} />
      </Field>
    </>
  );
}

interface NetworksProps {
  readonly families: readonly { readonly id: string; readonly networks: readonly string[] }[];
  readonly family: string;
  readonly own: readonly Chain[];
  readonly ticked: readonly string[];
  readonly toggle: (chain: string, on: boolean) => void;
  readonly turn: (family: string) => void;
}

type FamilyText = `whiteAddress:${Extract<keyof typeof texts, `family.${string}`>}`;

function Networks({ families, family, own, ticked, toggle, turn }: NetworksProps): ReactNode {
  const { t, i18n } = useTranslation(['translation', 'whiteAddress']);
  const isText = (key: string): key is FamilyText => i18n.exists(key);
  /** A family that has no name here is called by its networks. */
  const labelOf = ({ id, networks }: NetworksProps['families'][number]): string => {
    const key = `whiteAddress:family.${id}`;
    return isText(key) ? t(key) : networks.join(listJoin());
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t('common.network')}</legend>
      <Select
        aria-label={t('common.network')}
        value={family}
        onValueChange={turn}
        items={families.map((one) => ({ value: one.id, label: labelOf(one) }))}
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
