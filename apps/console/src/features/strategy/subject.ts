import { useTranslation } from 'react-i18next';

const known = [
  'basicSave',
  'basicDelete',
  'higherSave',
  'higherDelete',
  'higherSort',
  'workspaceSave',
  'workspaceDelete',
  'save',
  'import',
] as const;

/** What a proposal is about, in one line. */
export function useSubjectText(): (subject: Readonly<Record<string, string>>) => string {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (subject) => {
    const action = known.find((one) => one === subject.action);
    const { name = '', wallet = '', op = '' } = subject;
    return action ? t(`strategyEngine:change.${action}`, { name, wallet, op }) : t('strategyEngine:change.other');
  };
}
