import { policyLimits, type SeniorRule } from '@holdfast/policy';
import { eip55 } from '@holdfast/policy/selector';
import { useTranslation } from 'react-i18next';
import { Field as Labelled, TextInput } from '../../../ui/form.tsx';
import { Rows } from '../call-rows.tsx';
import { hasContracts } from '../calls.ts';
import { Choice } from '../choice.tsx';
import { type ConditionForm, type FieldProps, useWords, withWhen } from './condition-form.ts';
import texts from './nfts.json' with { type: 'json' };

type Nfts = NonNullable<SeniorRule['when']['nfts']>;
const none: Nfts = { collections: [], over: '', upTo: '', hours: '0', scope: 'wallet' };
const scopes = ['wallet', 'workspace', 'member'] as const;
const digits = (text: string): string => text.replace(/\D/g, '');

interface BoundsProps extends Pick<FieldProps, 'faults'> {
  readonly nfts: Nfts;
  readonly put: (change: Partial<Nfts>) => void;
}
function Bounds({ nfts, faults, put }: BoundsProps) {
  const { word, fault } = useWords(texts, faults);
  const number = (name: 'over' | 'upTo' | 'hours', more: { error?: string | undefined; hint?: string }) => (
    <Labelled label={word(name)} {...more}>
      <TextInput
        inputMode="numeric"
        maxLength={name === 'hours' ? 3 : 20}
        value={nfts[name]}
        onChange={({ target }) => put({ [name]: digits(target.value) })}
      />
    </Labelled>
  );
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      {number('over', { error: fault('nftBounds') })}
      {number('upTo', {})}
      {number('hours', { error: fault('nftHours'), hint: word('hoursHint') })}
      {nfts.hours !== '0' && (
        <Choice
          label={word('scope')}
          value={nfts.scope}
          items={scopes.map((scope) => ({ value: scope, label: word(`scope.${scope}`) }))}
          onChange={(scope) => put({ scope })}
        />
      )}
    </div>
  );
}

function Field({ rules, draft, faults, onChange }: FieldProps) {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { word, fault } = useWords(texts, faults);
  if (draft.rule.type !== 'web3') return null;
  const { nfts = none } = draft.rule.when;
  const chains = rules.naming.chains.map(({ id }) => id).filter((id) => hasContracts(id, rules.coins));
  const put = (change: Partial<Nfts>): void => onChange(withWhen(draft, { nfts: { ...nfts, ...change } }));
  return (
    <>
      <Rows
        legend={word('legend')}
        hint={word('hint')}
        error={fault('nfts')}
        rows={nfts.collections}
        most={policyLimits.ruleList}
        added={{ chain: chains[0] ?? '', contract: '' }}
        add={word('add')}
        onChange={(collections) => put({ collections: [...collections] })}
      >
        {({ chain, contract }, change) => (
          <>
            <Choice
              label={t('strategyEngine:call.chain')}
              value={chain}
              items={[...new Set([...chains, chain])].map((id) => ({ value: id, label: id }))}
              onChange={(id) => change({ chain: id })}
            />
            <Labelled label={word('contract')}>
              <TextInput
                className="mono"
                placeholder="0x…"
                maxLength={128}
                value={contract}
                onChange={({ target }) => change({ contract: target.value })}
              />
            </Labelled>
          </>
        )}
      </Rows>
      {nfts.collections.length > 0 && <Bounds nfts={nfts} faults={faults} put={put} />}
    </>
  );
}

/** What is sent is asked for with the calls. */
const Trial = () => null;

const isBound = (text: string): boolean => /^(|0|[1-9]\d{0,77})$/.test(text);
function boundFault({ over, upTo }: Nfts, action: SeniorRule['action']): string | undefined {
  if (!isBound(over) || !isBound(upTo)) return 'bound';
  if (over !== '' && upTo !== '' && BigInt(over) >= BigInt(upTo)) return 'order';
  return action === 'pass' && upTo === '' ? 'passBound' : undefined;
}

export const nfts: ConditionForm = {
  texts,
  Field,
  Trial,
  whole: true,
  faults: (_, { type, action, when: { nfts: wanted = none } }) => {
    if (type !== 'web3' || wanted.collections.length === 0) return {};
    return {
      nfts: wanted.collections.every(({ contract }) => eip55(contract)) ? undefined : 'contract',
      nftBounds: boundFault(wanted, action),
      nftHours: /^(0|[1-9]\d?|[1-6]\d\d|7[01]\d|720)$/.test(wanted.hours) ? undefined : 'hours',
    };
  },
};
