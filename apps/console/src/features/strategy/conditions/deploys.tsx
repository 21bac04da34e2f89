import { codeHash, inputsOf, policyLimits, type SeniorRule } from '@holdfast/policy';
import { useTranslation } from 'react-i18next';
import { Field as Labelled, Textarea, TextInput } from '../../../ui/form.tsx';
import { Rows } from '../call-rows.tsx';
import { hasContracts } from '../calls.ts';
import { Choice } from '../choice.tsx';
import { type ConditionForm, type FieldProps, useWords, withWhen } from './condition-form.ts';
import texts from './deploys.json' with { type: 'json' };

type Named = NonNullable<SeniorRule['when']['deploys']>[number];

/** Bytecode as its hash; a hash, and what is neither, as it stands. */
function codeOf(text: string): string {
  const code = text.trim().replace(/^0x/, '').toLowerCase();
  return /^([0-9a-f]{2})+$/.test(code) && code.length > 64 ? codeHash(code) : code;
}

function Field({ rules, draft, faults, onChange }: FieldProps) {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { word, fault } = useWords(texts, faults);
  if (draft.rule.type !== 'web3') return null;
  const chains = rules.naming.chains.filter(({ id }) => hasContracts(id, rules.coins));
  const { deploys = [] } = draft.rule.when;
  const added: Named = { chain: chains[0]?.id ?? '', code: '', inputs: '()' };
  return (
    <Rows
      legend={word('legend')}
      hint={word('hint')}
      error={fault('deploys')}
      rows={deploys}
      most={policyLimits.ruleMethods}
      added={added}
      add={word('add')}
      onChange={(rows) => onChange(withWhen(draft, { deploys: [...rows] }))}
    >
      {({ chain, code, inputs }, put) => (
        <>
          <Choice
            label={t('strategyEngine:call.chain')}
            value={chain}
            items={[...new Set([...chains.map(({ id }) => id), chain])].map((id) => ({ value: id, label: id }))}
            onChange={(id) => put({ chain: id })}
          />
          <Labelled label={word('code')} hint={word('codeHint')}>
            <Textarea
              className="mono break-all"
              rows={2}
              spellCheck={false}
              value={code}
              onChange={({ target }) => put({ code: codeOf(target.value) })}
            />
          </Labelled>
          <Labelled label={word('inputs')} hint={word('inputsHint')}>
            <TextInput
              className="mono"
              maxLength={592}
              value={inputs}
              onChange={({ target }) => put({ inputs: target.value })}
              onBlur={() => put({ inputs: inputsOf(inputs) ?? inputs })}
            />
          </Labelled>
        </>
      )}
    </Rows>
  );
}

/** A transaction that somebody imagines deploys nothing: rules about that do not speak of it. */
const Trial = () => null;

function faultOf({ type, when: { calls, messages = [], deploys = [] } }: SeniorRule): string | undefined {
  if (type !== 'web3' || deploys.length === 0) return undefined;
  if (deploys.some(({ code }) => !/^[0-9a-f]{64}$/.test(code))) return 'code';
  if (deploys.some(({ inputs }) => inputsOf(inputs) !== inputs)) return 'inputs';
  return calls.length + messages.length > 0 ? 'alone' : undefined;
}

export const deploys: ConditionForm = {
  texts,
  Field,
  Trial,
  whole: true,
  faults: (_, rule) => ({ deploys: faultOf(rule) }),
};
