import type { contract, Output } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/export/save.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import type { Transaction } from './view.ts';

type Compared = Output<typeof contract.transaction.compareFile>;
type OrderId = Parameters<typeof api.transaction.file>[0]['withdraw_id'];

/** Files of other tools are text or bytes; the call takes text. */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isBinary = bytes[4] === 0xff;
  return isBinary
    ? [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    : new TextDecoder().decode(bytes);
}

/** The transaction for other tools to look at, and what such a tool says compared with it. Nothing is signed here. */
export function Inspection({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const { id, evidence } = transaction;
  const withdraw_id = id as OrderId;
  const save = useMutation({
    mutationFn: () => api.transaction.file({ withdraw_id }),
    onSuccess: ({ file, file_name }) => saveFile(new Blob([file], { type: 'text/plain' }), file_name),
  });
  const compare = useMutation({
    mutationFn: async (file: File) => api.transaction.compareFile({ withdraw_id, file: await textOf(file) }),
  });
  if (evidence.file_form === '') return null;
  const form = evidence.file_form.toUpperCase();
  return (
    <section className="grid gap-2" aria-label={t('tx.inspect.title')}>
      <h3 className="font-semibold">{t('tx.inspect.title')}</h3>
      <p className="text-mut">{t('tx.inspect.text', { form })}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          {t('tx.inspect.save', { form })}
        </Button>
        <FileInput
          label={t('tx.inspect.compare', { form })}
          accept={`.${evidence.file_form},.txt`}
          onFile={(file) => compare.mutate(file)}
        />
      </div>
      {compare.data && <Result compared={compare.data} />}
    </section>
  );
}

function Result({ compared: { differences, signatures } }: { compared: Compared }): ReactNode {
  const { t } = useTranslation();
  const signed = signatures > 0 && <p>{t('tx.inspect.signed', { count: signatures })}</p>;
  if (differences.length === 0) return <Banner title={t('tx.inspect.same')}>{signed}</Banner>;
  return (
    <Banner tone="bad" title={t('tx.inspect.differs', { count: differences.length })}>
      <ul className="grid gap-1">
        {differences.map(({ field, expected, found }) => (
          <li key={`${field} ${found}`} className="grid gap-0.5 break-all">
            <span className="mono">{field}</span>
            <span>{t('tx.inspect.pair', { expected: expected || '--', found: found || '--' })}</span>
          </li>
        ))}
      </ul>
      {signed}
    </Banner>
  );
}
