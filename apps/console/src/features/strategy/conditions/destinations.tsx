import type { SeniorRule } from '@holdfast/policy';
import { useMemo } from 'react';
import { useBookEntries } from '../../../lib/book-entries.ts';
import { Choice } from '../choice.tsx';
import { EntryPicker } from '../entry-picker.tsx';
import type { Trial as Tried } from '../trial-input.ts';
import { type ConditionForm, type FieldProps, type TrialProps, useWords, withWhen } from './condition-form.ts';
import texts from './destinations.json' with { type: 'json' };

const modes = ['any', 'internal', 'known', 'listed', 'unknown'] as const;
const payees = ['other', 'entry', 'own'] as const;
const contracts = ['other', 'entry'] as const;

function Field({ rules, draft, faults, onChange }: FieldProps) {
  const { word, fault } = useWords(texts, faults);
  const { mode, entries } = draft.rule.when.destinations;
  const transfer = draft.rule.type === 'transfer';
  const put = (destinations: SeniorRule['when']['destinations']): void => onChange(withWhen(draft, { destinations }));
  return (
    <>
      <Choice
        label={word(transfer ? 'payee' : 'contract')}
        error={fault('destinations')}
        value={mode}
        items={modes
          .filter((one) => transfer || one !== 'internal' || mode === one)
          .map((one) => ({ value: one, label: word(transfer ? `to.${one}` : `toContract.${one}`) }))}
        onChange={(one) => put({ mode: one, entries })}
      />
      {mode === 'listed' && (
        <EntryPicker naming={rules.naming} chosen={entries} onChange={(chosen) => put({ mode, entries: chosen })} />
      )}
    </>
  );
}

/** Who is paid, or whether the contract is listed. */
function Trial({ rules, trial, onChange }: TrialProps) {
  const { word } = useWords(texts);
  const calling = trial.type !== 'transfer';
  if (calling && !trial.callsKnown) return null;
  return (
    <>
      <Choice<Tried['to']>
        label={word(calling ? 'tryContract' : 'try')}
        value={trial.to}
        items={
          calling
            ? contracts.map((to) => ({ value: to, label: word(`tryContract.${to}`) }))
            : payees.map((to) => ({ value: to, label: word(`tryTo.${to}`) }))
        }
        onChange={(to) => onChange({ to })}
      />
      {trial.to === 'entry' && <TrialEntry rules={rules} trial={trial} onChange={onChange} />}
    </>
  );
}

/** The entry that is paid, or whose contract is called; none chosen is one that no rule names. */
function TrialEntry({ rules, trial, onChange }: TrialProps) {
  const { word } = useWords(texts);
  const chosen = useMemo(() => (trial.entry === '' ? [] : [trial.entry]), [trial.entry]);
  const found = useBookEntries(chosen);
  const entries = useMemo(() => new Map([...rules.naming.entries, ...found]), [rules, found]);
  return (
    <div className="col-span-full grid gap-1.5">
      <EntryPicker single naming={{ entries }} chosen={chosen} onChange={([entry = '']) => onChange({ entry })} />
      <p className="text-mut text-xs">{word('anyEntry')}</p>
    </div>
  );
}

function faultOf({ when, action }: SeniorRule): string | undefined {
  const { mode, entries } = when.destinations;
  if (mode === 'unknown' && action === 'pass') return 'passUnknown';
  if (mode !== 'unknown' && mode !== 'any' && action === 'refuse') return 'refuseKnown';
  return mode === 'listed' && entries.length === 0 ? 'pickEntry' : undefined;
}

export const destinations: ConditionForm = {
  texts,
  Field,
  Trial,
  faults: (_, rule) => ({ destinations: faultOf(rule) }),
};
