import { type AskedArgument, askable, methodOf, policyLimits, type SeniorRule } from '@holdfast/policy';
import { eip55 } from '@holdfast/policy/selector';
import { Field as Labelled, Textarea, TextInput } from '../../../ui/form.tsx';
import { Rows } from '../call-rows.tsx';
import { Choice } from '../choice.tsx';
import texts from './args.json' with { type: 'json' };
import { type ConditionForm, type FieldProps, useWords, withWhen } from './condition-form.ts';

type Bound = NonNullable<SeniorRule['when']['args']>[number];
const added: Bound = { method: '', at: '0', least: '', most: '', in: [] };

const argumentsOf = ({ method }: Bound): AskedArgument[] => askable(methodOf(method)?.inputs ?? []);
const askedOf = (bound: Bound): AskedArgument | undefined => argumentsOf(bound).find(({ at }) => at === bound.at);

/** In its one spelling, with the first of its arguments that can be asked for. */
function withMethod(bound: Bound, source: string): Partial<Bound> {
  const method = methodOf(source)?.text ?? source;
  const all = argumentsOf({ ...bound, method });
  const at = all.some((one) => one.at === bound.at) ? bound.at : (all[0]?.at ?? '0');
  return { method, at };
}

interface BoundProps {
  readonly bound: Bound;
  readonly put: (change: Partial<Bound>) => void;
}

function BoundFields({ bound, put }: BoundProps) {
  const { word } = useWords(texts);
  const asked = askedOf(bound);
  if (!asked) return null;
  if (asked.kind === 'address')
    return (
      <Labelled label={word('in')} hint={word('inHint')}>
        <Textarea
          className="mono"
          spellCheck={false}
          value={bound.in.join('\n')}
          onChange={({ target }) =>
            put({ in: target.value === '' ? [] : target.value.split('\n').map((one) => eip55(one.trim()) ?? one) })
          }
        />
      </Labelled>
    );
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(['least', 'most'] as const).map((side) => (
        <Labelled key={side} label={word(side)} hint={word('units')}>
          <TextInput
            className="mono"
            inputMode="numeric"
            maxLength={79}
            value={bound[side]}
            onChange={({ target }) => put({ [side]: target.value.trim() })}
          />
        </Labelled>
      ))}
    </div>
  );
}

function Field({ draft, faults, onChange }: FieldProps) {
  const { word, fault } = useWords(texts, faults);
  const { args = [] } = draft.rule.when;
  if (draft.rule.type === 'transfer' || (draft.calls.length === 0 && args.length === 0)) return null;
  return (
    <Rows
      legend={word('legend')}
      hint={word('hint')}
      error={fault('args')}
      rows={args}
      most={policyLimits.ruleMethods}
      added={added}
      add={word('add')}
      onChange={(rows) => onChange(withWhen(draft, { args: [...rows] }))}
    >
      {(bound, put) => (
        <>
          <Labelled label={word('method')} hint={word('methodHint')}>
            <TextInput
              className="mono"
              maxLength={600}
              value={bound.method}
              onChange={({ target }) => put({ method: target.value })}
              onBlur={() => put(withMethod(bound, bound.method))}
            />
          </Labelled>
          {argumentsOf(bound).length > 0 && (
            <Choice
              label={word('argument')}
              value={bound.at}
              items={argumentsOf(bound).map(({ at, name }) => ({ value: at, label: name }))}
              onChange={(at) => put({ at, least: '', most: '', in: [] })}
            />
          )}
          <BoundFields bound={bound} put={put} />
        </>
      )}
    </Rows>
  );
}

/** What is sent is asked for with the calls. */
const Trial = () => null;

const isNumber = (text: string): boolean => /^(-?[1-9]\d{0,77}|0)?$/.test(text);
function faultIn(bound: Bound, named: readonly string[]): string | undefined {
  const method = methodOf(bound.method);
  if (!method || method.text !== bound.method || !named.includes(method.selector)) return 'method';
  const kind = askedOf(bound)?.kind;
  if (kind === undefined) return 'argument';
  if (kind === 'address') return bound.in.length > 0 && bound.in.every((one) => eip55(one)) ? undefined : 'in';
  const { least, most } = bound;
  const isRight = isNumber(least) && isNumber(most) && least + most !== '';
  return isRight && !(least && most && BigInt(least) > BigInt(most)) ? undefined : 'bound';
}

export const args: ConditionForm = {
  texts,
  Field,
  Trial,
  whole: true,
  faults: (_, { type, when }) => {
    const named = when.calls.flatMap(({ methods }) => methods);
    const all = type === 'transfer' ? [] : (when.args ?? []).map((bound) => faultIn(bound, named));
    return { args: all.find((fault) => fault !== undefined) };
  },
};
