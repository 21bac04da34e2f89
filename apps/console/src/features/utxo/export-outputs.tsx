import { fileName } from '@holdfast/contract/csv';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/export/save.ts';
import { Button } from '../../ui/button.tsx';
import { fileOf, type OutputRow } from './view.ts';

type Ask = Parameters<typeof api.utxo.list>[0];
interface ExportProps {
  readonly place: Pick<Ask, 'sub_wallet_id' | 'symbol' | 'chain_id' | 'contract_address'>;
  readonly filter: Pick<Ask, 'state' | 'keyword' | 'sort' | 'order'>;
}
const pageSize = 200;

async function readAll({ place, filter }: ExportProps): Promise<OutputRow[]> {
  const rows: OutputRow[] = [];
  for (let page = 1; ; page++) {
    const { list, pageTotal } = await api.utxo.list({ ...place, ...filter, page_no: page, page_size: pageSize });
    rows.push(...list);
    if (page >= pageTotal) return rows;
  }
}

/** Everything that fits the filter as a file. */
export function ExportOutputs(props: ExportProps): ReactNode {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: async () => {
      const rows = await readAll(props);
      const words = ['outputs', props.place.symbol, String(props.place.sub_wallet_id)];
      saveFile(
        fileOf(rows, (state) => t(`utxo.state.${state}`)),
        fileName(words, 'csv'),
      );
    },
  });
  return (
    <Button size="sm" busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden />
      {t('utxo.export')}
    </Button>
  );
}
