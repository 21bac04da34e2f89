import { Plus, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListedOnly } from '../../lib/listed-only.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { BookPage, pageSize } from './book-page.tsx';
import { exportedOwn } from './exported.ts';
import { ListedPill } from './own-listed.tsx';
import { useBookFilter } from './use-book-filter.ts';
import { useOwnRemoval } from './use-own-removal.tsx';
import { askBook, type BookFilter, type Own } from './view.ts';

const keyOf = ({ id }: Own): string => String(id);
const statusOf = ({ listed }: Own): ReactNode => <ListedPill listed={listed} />;

/** Payees that the user keeps for themselves (spec route wallet/personalBook). */
export default function OwnBookPage(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const book = useBookFilter();
  const { filter, page } = book;
  const asked = askBook(filter);
  const ask = { ...asked, page_no: page, page_size: pageSize };
  const query = useApi('personalBook', 'list', ask, { quiet: true, keep: true });
  const only = useListedOnly();
  const add = (
    <Button variant="primary" onClick={() => push('ownWrite')}>
      {t('whiteAddress:add')}
    </Button>
  );
  return (
    <BookPage
      page="personalBook"
      title={t('whiteAddress:own.title')}
      about={t('whiteAddress:own.about')}
      actions={<Actions filter={filter} />}
      above={
        <Banner tone={only ? 'warn' : 'info'}>
          {t(only ? 'whiteAddress:own.grantsOnly' : 'whiteAddress:own.grants')}
        </Banner>
      }
      book={book}
      asked={asked}
      query={query}
      status={statusOf}
      keyOf={keyOf}
      drawer="ownEntry"
      chosen={(selection) => <Chosen selection={selection} />}
      empty={{ title: t('whiteAddress:own.empty'), text: t('whiteAddress:own.emptyText'), action: add }}
    />
  );
}

function Actions({ filter }: { filter: BookFilter }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  return (
    <>
      <ExportButton name="my-payees" what={() => exportedOwn(filter)} />
      <Button onClick={() => push('ownImport')}>
        <Upload aria-hidden />
        {t('whiteAddress:import')}
      </Button>
      <Button variant="primary" onClick={() => push('ownWrite')}>
        <Plus aria-hidden />
        {t('whiteAddress:add')}
      </Button>
    </>
  );
}

function Chosen({ selection }: { selection: Selection<Own> }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { ask, busy, panel } = useOwnRemoval(selection.clear);
  return (
    <>
      {panel}
      <Button variant="danger" busy={busy} onClick={() => void ask([...selection.rows.values()])}>
        {t('whiteAddress:remove')}
      </Button>
    </>
  );
}
