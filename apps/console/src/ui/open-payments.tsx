import { todoType } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../lib/query.ts';
import { Banner } from './feedback.tsx';

/** Beside a change of the rules: how many requests for payments are open, which are signed for the rules of now and have to be signed anew. Nothing where none is. */
export function OpenPayments(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  // The menu has these counts anyway.
  const kinds = useApi('todo', 'list', { page_no: 1, page_size: 1 }, { quiet: true }).data?.kinds ?? [];
  const count = kinds.find(({ item_type }) => item_type === todoType.withdraw)?.open ?? 0;
  return count > 0 && <Banner tone="warn">{t('tools:todo.openPayments', { count })}</Banner>;
}
