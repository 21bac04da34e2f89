import { todoType } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../lib/query.ts';
import { Banner } from './feedback.tsx';

/** Kinds of changes for which payments are signed anew: by them rules become other ones. */
const outdating: ReadonlySet<string> = new Set(['policy']);

/** Beside a change of this kind: how many requests for payments are open that have to be signed anew once it is in force. Nothing where none is. */
export function OpenPayments({ beside }: { readonly beside: string }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  // The menu has these counts anyway.
  const kinds = useApi('todo', 'list', { page_no: 1, page_size: 1 }, { quiet: true }).data?.kinds ?? [];
  const count = kinds.find(({ item_type }) => item_type === todoType.withdraw)?.open ?? 0;
  return outdating.has(beside) && count > 0 && <Banner tone="warn">{t('tools:todo.openPayments', { count })}</Banner>;
}
