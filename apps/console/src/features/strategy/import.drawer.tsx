import { PolicyError, parseRulesFile, type RuleCase, type RulesFile, rulesOfFile } from '@holdfast/policy';
import { changeText, policyChanges, viewsOf } from '@holdfast/review/sentences';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { numbered } from '../../lib/numbered.ts';
import { useRuleWords } from '../../lib/rule-words.ts';
import { ChangeLine } from '../../ui/change-line.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Propose } from '../../ui/propose.tsx';
import { BackTest } from './back-test.tsx';
import { CaseList } from './case-list.tsx';
import { nextOf, problemsOf } from './draft.ts';
import { lineInJson } from './json-line.ts';
import { runAll, useCases } from './use-cases.ts';
import { type Rules, useRules, useRulesFor } from './use-rules.ts';

/** What a chosen file is: rules, or why not. */
type Chosen =
  | { readonly file: RulesFile }
  | { readonly fault: Pick<PolicyError, 'code' | 'at'>; readonly line: number };

function read(text: string): Chosen {
  try {
    return { file: parseRulesFile(text) };
  } catch (error) {
    if (error instanceof PolicyError) return { fault: error, line: lineInJson(text, error.at) };
    throw error;
  }
}

/** The cases of a file, and the kept ones that it does not replace by one of the same name. */
const casesAfter = (given: readonly RuleCase[], kept: readonly RuleCase[]): RuleCase[] => [
  ...given,
  ...kept.filter(({ name }) => !given.some((one) => one.name === name)),
];

/** `rulesImport`: rules from a file; its test cases have to hold, and what would change is told, before anything is proposed. */
export default function ImportRulesDrawer(): ReactNode {
  const { rules, error, retry } = useRules();
  if (error && !rules) return <ErrorState error={error} onRetry={retry} />;
  if (!rules)
    return (
      <DrawerBody>
        <Skeleton className="h-72 w-full" />
      </DrawerBody>
    );
  return <ImportForm rules={rules} />;
}

function ImportForm({ rules }: { rules: Rules }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { pop } = useDrawers();
  const [chosen, setChosen] = useState<Chosen>();
  const [asked, setAsked] = useState(false);
  const file = chosen && 'file' in chosen ? chosen.file : undefined;
  const next = useMemo(() => {
    return file && nextOf(rules.policy, rulesOfFile(rules.policy, file));
  }, [file, rules.policy]);
  const problems = next ? problemsOf(rules.policy, next) : [];
  const { cases: kept, loaded } = useCases();
  // Those that would be kept from then on: the server runs the same.
  const cases = useMemo(() => (file ? casesAfter(file.cases, kept) : []), [file, kept]);
  const failing = next ? runAll(next, cases).filter(({ result }) => !result.passed).length : 0;
  return (
    <Propose
      written={chosen !== undefined}
      submit={t('strategyEngine:import.propose')}
      backText={t('common.cancel')}
      onBack={pop}
      ready={() => {
        setAsked(true);
        return next !== undefined && loaded && problems.length === 0 && failing === 0;
      }}
      // Written without white space: the file as it is may be too long for a request.
      run={(remark) => api.strategy.importRules({ file: JSON.stringify(file), version: rules.policy.version, remark })}
      told={({ instant }) => ({
        title: t('strategyEngine:import.proposed'),
        text: t(instant ? 'strategyEngine:proposedInstant' : 'strategyEngine:proposedText'),
      })}
    >
      <div className="grid gap-1">
        <h3 className="font-semibold text-xl">{t('strategyEngine:import.title')}</h3>
        <p className="text-mut">{t('strategyEngine:import.about')}</p>
      </div>
      <FileInput
        label={t('strategyEngine:import.file')}
        accept=".json,application/json"
        onFile={(given) => void given.text().then((text) => setChosen(read(text)))}
      />
      {asked && !chosen && (
        <p role="alert" className="text-bad text-xs">
          {t('strategyEngine:import.none')}
        </p>
      )}
      {chosen && 'fault' in chosen && <Fault {...chosen} />}
      {problems.length > 0 && <Problems problems={problems} />}
      {file && next && (
        <>
          <Cases next={next} cases={cases} kept={kept} failing={failing} />
          <Changes rules={rules} next={next} />
          {problems.length === 0 && <BackTest rules={rules} draft={next} />}
        </>
      )}
    </Propose>
  );
}

function Fault({ fault, line }: Extract<Chosen, { fault: object }>): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <div role="alert">
      <Banner tone="bad" title={t('strategyEngine:import.fault')}>
        {t('strategyEngine:import.line', {
          line: line,
          what: t(`strategyEngine:import.faults.${fault.code}`),
        })}{' '}
        <span className="mono break-words">{fault.at}</span>
      </Banner>
    </div>
  );
}

function Problems({ problems }: { problems: ReturnType<typeof problemsOf> }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <div role="alert">
      <Banner tone="bad" title={t('strategyEngine:unsound')}>
        {problems.map((problem) => t(`strategyEngine:problem.${problem}`)).join(' ')}
      </Banner>
    </div>
  );
}

interface CasesProps {
  readonly next: Rules['policy'];
  readonly cases: readonly RuleCase[];
  readonly kept: readonly RuleCase[];
  readonly failing: number;
}

/** What the cases say of the new rules. */
function Cases({ next, cases, kept, failing }: CasesProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <section className="grid gap-2">
      <h4 className="font-semibold">{t('strategyEngine:cases.title')}</h4>
      {cases.length === 0 ? (
        <p className="text-mut">{t('strategyEngine:import.noCases')}</p>
      ) : (
        <CaseList policy={next} cases={cases} kept={kept} />
      )}
      {failing > 0 && (
        <div role="alert">
          <Banner tone="bad" title={t('strategyEngine:import.blocked')} />
        </div>
      )}
    </section>
  );
}

/** What would be different, in the words of the signer's page. */
function Changes({ rules, next }: { rules: Rules; next: Rules['policy'] }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const say = useRuleWords();
  const { policy, naming } = useRulesFor(rules, next);
  const changes = useMemo(() => {
    const views = viewsOf({ chains: naming.chains, entries: naming.entries }, policy, next);
    return policyChanges(policy, next).map((change) => changeText(say, views, change));
  }, [policy, naming, next, say]);
  return (
    <section className="grid gap-2">
      <h4 className="font-semibold">{t('strategyEngine:import.changes')}</h4>
      {changes.length === 0 && <p className="text-mut">{t('strategyEngine:import.noChanges')}</p>}
      <ul className="grid gap-2" data-testid="import-changes">
        {numbered(changes).map(({ item: { sign, text, before, after }, at }) => (
          <ChangeLine key={at} sign={sign} text={text}>
            {before !== undefined && <p className="text-mut">{t('strategyEngine:import.before', { text: before })}</p>}
            {after !== undefined && <p>{t('strategyEngine:import.after', { text: after })}</p>}
          </ChangeLine>
        ))}
      </ul>
    </section>
  );
}
