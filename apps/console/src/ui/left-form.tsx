import { shortenHash } from '@holdfast/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Banner } from './feedback.tsx';

interface LeftFormProps {
  /** What it is that was left; without it, the form that is looked at. */
  readonly title?: string;
  /** By what somebody knows it again; '' is left out. */
  readonly parts: readonly string[];
  readonly onGoOn: () => void;
  readonly onForget: () => void;
}

/** An address or other code is known by its ends, whatever else by its beginning. */
const short = (part: string): string => (/^[\w:-]{25,}$/.test(part) ? shortenHash(part) : part.trim().slice(0, 80));

/** A form that somebody left half-written: what stood in it, to go on with it or to forget it. */
export function LeftForm({ title, parts, onGoOn, onForget }: LeftFormProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Banner title={title ?? t('common.left')}>
      <p className="truncate">
        <bdi>
          {parts
            .map(short)
            .filter((part) => part !== '')
            .join(' · ')}
        </bdi>
      </p>
      <div className="mt-2 flex gap-2">
        <Button size="sm" variant="primary" onClick={onGoOn}>
          {t('withdraw.left.goOn')}
        </Button>
        <Button size="sm" onClick={onForget}>
          {t('withdraw.left.drop')}
        </Button>
      </div>
    </Banner>
  );
}
