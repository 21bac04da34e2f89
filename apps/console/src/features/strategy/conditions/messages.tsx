import { policyLimits, type SeniorRule } from '@holdfast/policy';
import { eip55 } from '@holdfast/policy/selector';
import { useTranslation } from 'react-i18next';
import { Field as Labelled, Textarea, TextInput } from '../../../ui/form.tsx';
import { Rows } from '../call-rows.tsx';
import { hasContracts } from '../calls.ts';
import { Choice } from '../choice.tsx';
import { type ConditionForm, type FieldProps, useWords, withWhen } from './condition-form.ts';
import texts from './messages.json' with { type: 'json' };

type Named = NonNullable<SeniorRule['when']['messages']>[number];

function Field({ rules, draft, faults, onChange }: FieldProps) {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { word, fault } = useWords(texts, faults);
  if (draft.rule.type !== 'web3') return null;
  const chains = rules.naming.chains.filter(({ id }) => hasContracts(id, rules.coins));
  const { messages = [] } = draft.rule.when;
  const added: Named = { chain: chains[0]?.id ?? '', contract: '', types: [] };
  return (
    <Rows
      legend={word('legend')}
      hint={word('hint')}
      error={fault('messages')}
      rows={messages}
      most={policyLimits.ruleList}
      added={added}
      add={word('add')}
      onChange={(rows) => onChange(withWhen(draft, { messages: [...rows] }))}
    >
      {({ chain, contract, types }, put) => (
        <>
          <Choice
            label={t('strategyEngine:call.chain')}
            value={chain}
            items={[...new Set([...chains.map(({ id }) => id), chain])].map((id) => ({ value: id, label: id }))}
            onChange={(id) => put({ chain: id })}
          />
          <Labelled label={word('contract')} hint={word('contractHint')}>
            <TextInput
              className="mono"
              placeholder="0x…"
              maxLength={128}
              value={contract}
              onChange={({ target }) => put({ contract: target.value })}
            />
          </Labelled>
          <Labelled label={word('types')} hint={word('typesHint')}>
            <Textarea
              className="mono"
              value={types.join('\n')}
              spellCheck={false}
              onChange={({ target }) => put({ types: target.value === '' ? [] : target.value.split('\n') })}
            />
          </Labelled>
        </>
      )}
    </Rows>
  );
}

/** A transaction that somebody imagines is no message: rules about these do not speak of it. */
const Trial = () => null;

const typeName = /^[A-Za-z_$][\w$]{0,63}$/;
function faultOf({ type, when: { messages = [] } }: SeniorRule): string | undefined {
  if (type !== 'web3') return undefined;
  if (messages.some(({ contract }) => contract !== '' && eip55(contract) === undefined)) return 'contract';
  return messages.every(({ types }) => types.every((one) => typeName.test(one))) ? undefined : 'type';
}

export const messages: ConditionForm = {
  texts,
  Field,
  Trial,
  whole: true,
  faults: (_, rule) => ({ messages: faultOf(rule) }),
};
