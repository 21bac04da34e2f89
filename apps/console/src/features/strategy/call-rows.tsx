import { policyLimits } from '@holdfast/policy';
import { selectorOf } from '@holdfast/policy/selector';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered } from '../../lib/numbered.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Textarea, TextInput } from '../../ui/form.tsx';
import { type CallDraft, contractOf, isDataOf, methodsOf } from './calls.ts';
import { Choice } from './choice.tsx';
import type { Coin } from './draft.ts';
import type { TrialCall } from './trial-input.ts';

interface RowsProps<T> {
  readonly legend: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly rows: readonly T[];
  readonly most: number;
  readonly added: T;
  /** On the button that adds one, where that is no contract that is called. */
  readonly add?: string;
  readonly children: (row: T, put: (change: Partial<T>) => void) => ReactNode;
  readonly onChange: (rows: readonly T[]) => void;
}

/** Any number of contracts under one name, each in a box of its own. */
export function Rows<T>({ legend, hint, error, rows, most, added, add, children, onChange }: RowsProps<T>): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {hint && <p className="text-mut text-xs">{hint}</p>}
      {numbered(rows).map(({ item, at }) => (
        <div key={at} className="flex items-start gap-2 rounded-lg border border-line bg-bg p-3">
          <div className="grid min-w-0 flex-1 gap-3">
            {children(item, (change) => onChange(rows.map((row, i) => (i === at ? { ...row, ...change } : row))))}
          </div>
          <IconButton
            label={t('strategyEngine:call.remove', { place: at + 1 })}
            onClick={() => onChange(rows.filter((_, i) => i !== at))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      {error && (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
      <Button className="justify-self-start" disabled={rows.length >= most} onClick={() => onChange([...rows, added])}>
        <Plus aria-hidden />
        {add ?? t('strategyEngine:call.add')}
      </Button>
    </fieldset>
  );
}

interface ContractProps {
  readonly coins: readonly Coin[];
  readonly chain: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function ContractField({ coins, chain, value, onChange }: ContractProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const wrong = value.trim() !== '' && contractOf(chain, value, coins) === undefined;
  return (
    <Field label={t('strategyEngine:call.contract')} error={wrong ? t('strategyEngine:call.contractFault') : undefined}>
      <TextInput
        className="mono"
        placeholder="0x…"
        maxLength={128}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

interface TrialCallsProps {
  readonly coins: readonly Coin[];
  readonly chain: string;
  readonly calls: readonly TrialCall[];
  readonly onChange: (calls: readonly TrialCall[]) => void;
}

/** The calls of a transaction that somebody imagines: each a contract, and a method or none. */
export function TrialCalls({ coins, chain, calls, onChange }: TrialCallsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <Rows
      legend={t('strategyEngine:call.title')}
      rows={calls}
      most={policyLimits.calls}
      added={{ contract: '', method: '' }}
      onChange={onChange}
    >
      {({ contract, method, data = '' }, put) => (
        <>
          <ContractField coins={coins} chain={chain} value={contract} onChange={(text) => put({ contract: text })} />
          <Field
            label={t('strategyEngine:call.method')}
            error={
              method.trim() !== '' && selectorOf(method) === undefined
                ? t('strategyEngine:call.methodFault')
                : undefined
            }
            hint={
              selectorOf(method) === undefined ? (
                t('strategyEngine:call.methodHint')
              ) : (
                <span className="mono text-fg">{selectorOf(method)}</span>
              )
            }
          >
            <TextInput
              className="mono"
              maxLength={500}
              value={method}
              onChange={({ target }) => put({ method: target.value })}
            />
          </Field>
          <Field
            label={t('strategyEngine:call.data')}
            hint={t('strategyEngine:call.dataHint')}
            error={
              isDataOf(selectorOf(method) ?? '', data.trim().toLowerCase())
                ? undefined
                : t('strategyEngine:call.dataFault')
            }
          >
            <TextInput
              className="mono"
              maxLength={49_154}
              value={data}
              onChange={({ target }) => put({ data: target.value })}
            />
          </Field>
        </>
      )}
    </Rows>
  );
}

interface NamedCallsProps {
  readonly legend: string;
  readonly hint: string;
  readonly coins: readonly Coin[];
  readonly chains: readonly { readonly id: string; readonly name: string }[];
  readonly error: string | undefined;
  readonly calls: readonly CallDraft[];
  readonly onChange: (calls: readonly CallDraft[]) => void;
}

/** The contracts that a rule names, and which of their methods. */
export function NamedCalls({ legend, hint, coins, chains, error, calls, onChange }: NamedCallsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <Rows
      legend={legend}
      hint={hint}
      error={error}
      rows={calls}
      most={policyLimits.ruleList}
      added={{ chain: chains[0]?.id ?? '', contract: '', methods: '' }}
      onChange={onChange}
    >
      {({ chain, contract, methods }, put) => (
        <>
          <Choice
            label={t('strategyEngine:call.chain')}
            value={chain}
            items={[
              ...chains.map(({ id, name }) => ({ value: id, label: `${name} · ${id}` })),
              ...(chains.some(({ id }) => id === chain) ? [] : [{ value: chain, label: chain }]),
            ]}
            onChange={(id) => put({ chain: id })}
          />
          <ContractField coins={coins} chain={chain} value={contract} onChange={(text) => put({ contract: text })} />
          <Field label={t('strategyEngine:call.methods')} hint={<Selectors methods={methods} />}>
            <Textarea
              className="mono"
              value={methods}
              spellCheck={false}
              onChange={({ target }) => put({ methods: target.value })}
            />
          </Field>
        </>
      )}
    </Rows>
  );
}

/** The selector of each line, which is what the rule will hold. */
function Selectors({ methods }: { methods: string }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const read = methodsOf(methods);
  if (read.length === 0) return t('strategyEngine:call.methodsHint');
  return (
    <ul className="grid gap-0.5">
      {numbered(read).map(({ item: { text, selector }, at }) => (
        <li key={at} className={selector ? '' : 'text-bad'}>
          {selector ? (
            <>
              <span className="mono text-fg">{selector}</span>
              {selector !== text.toLowerCase() && <bdi className="mono ms-2 break-all">{text}</bdi>}
            </>
          ) : (
            t('strategyEngine:call.methodFault')
          )}
        </li>
      ))}
    </ul>
  );
}
