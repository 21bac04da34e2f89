import { honestText } from '@holdfast/review/format';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { whyOf } from './why.ts';

interface WhyFoundProps {
  readonly item: TodoItem;
  /** What was searched for. */
  readonly words: string | undefined;
}

/** Where a row does not show by itself why it fits the words: what else of the item has them. */
export function WhyFound({ item, words }: WhyFoundProps): ReactNode {
  const { t } = useTranslation();
  const why = words === undefined ? undefined : whyOf(item, words);
  if (!why) return null;
  const text = t(`tx.why.${why.field}`, { text: honestText(why.text) });
  return (
    <span data-why className="wrap-anywhere text-mut text-xs" title={text}>
      {text}
    </span>
  );
}
