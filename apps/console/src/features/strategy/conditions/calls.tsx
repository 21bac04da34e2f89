import { allowances, type SeniorRule } from '@holdfast/policy';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/form.tsx';
import { NamedCalls, TrialCalls } from '../call-rows.tsx';
import { callFault, hasContracts } from '../calls.ts';
import type { Coin, Draft } from '../draft.ts';
import texts from './calls.json' with { type: 'json' };
import { type ConditionForm, type FieldProps, type TrialProps, useWords } from './condition-form.ts';

function Field({ rules, draft, faults, onChange }: FieldProps) {
  const { word, fault } = useWords(texts, faults);
  if (draft.rule.type === 'transfer') return null;
  return (
    <NamedCalls
      legend={word('legend')}
      hint={word('hint')}
      coins={rules.coins}
      chains={rules.naming.chains.filter(({ id }) => hasContracts(id, rules.coins))}
      calls={draft.calls}
      error={fault('calls')}
      onChange={(calls) => onChange({ ...draft, calls })}
    />
  );
}

/** Which contracts are called, where the chain has any. */
function Trial({ rules, trial, onChange }: TrialProps) {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [chain = ''] = trial.coin.split('|');
  if (trial.type === 'transfer' || !hasContracts(chain, rules.coins)) return null;
  return (
    <div className="col-span-full grid gap-3">
      {trial.callsKnown && (
        <TrialCalls
          coins={rules.coins}
          chain={chain}
          calls={trial.calls}
          onChange={(calls) => onChange({ calls: [...calls] })}
        />
      )}
      <Checkbox
        checked={!trial.callsKnown}
        onChange={({ target }) => onChange({ callsKnown: !target.checked })}
        label={t('strategyEngine:call.unknown')}
      />
    </div>
  );
}

/** What a contract moves is not in the amount: so an amount alone lets no call pass, and never an allowance. */
function faultOf({ calls }: Draft, rule: SeniorRule, coins: readonly Coin[]): string | undefined {
  if (rule.type === 'transfer') return undefined;
  const unread = calls.map((call) => callFault(call, coins)).find((fault) => fault !== undefined);
  if (unread || rule.action !== 'pass' || rule.when.amount.unit === 'none') return unread;
  const named = rule.when.calls.map(({ methods }) => methods);
  if (named.length === 0 || named.some((methods) => methods.length === 0)) return 'passCalls';
  return named.flat().some((method) => allowances.includes(method)) ? 'passAllowance' : undefined;
}

export const calls: ConditionForm = {
  texts,
  Field,
  Trial,
  whole: true,
  faults: (draft, rule, coins) => ({ calls: faultOf(draft, rule, coins) }),
};
