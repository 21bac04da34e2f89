import { Link } from '@tanstack/react-router';
import { History, Plus, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { BookPage, pageSize } from './book-page.tsx';
import { EntryStatus } from './entry-status.tsx';
import { exportedBook } from './exported.ts';
import { ModeCard } from './mode-card.tsx';
import { Pending } from './pending.tsx';
import { useBookFilter } from './use-book-filter.ts';
import { useRemoval } from './use-removal.tsx';
import { askListed, type BookFilter, type Entry } from './view.ts';

const keyOf = ({ id }: Entry): string => id;
const statusOf = (entry: Entry): ReactNode => <EntryStatus entry={entry} />;

/** Whom the workspace pays: listed payees, what waits for a decision, and whether payments go to these alone. */
export default function AddressBookPage(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const mayEdit = usePermission('addressBook.edit');
  const book = useBookFilter();
  const { filter, page } = book;
  const asked = askListed(filter);
  const query = useApi(
    'addressBook',
    'list',
    { ...asked, page_no: page, page_size: pageSize },
    { quiet: true, keep: true },
  );
  const add = mayEdit && (
    <Button variant="primary" onClick={() => push('bookAdd')}>
      {t('whiteAddress:add')}
    </Button>
  );
  return (
    <BookPage
      page="addressBook"
      title={t('whiteAddress:title')}
      about={t('whiteAddress:about')}
      actions={<Actions filter={filter} />}
      above={
        <>
          <ModeCard />
          <Pending />
        </>
      }
      book={book}
      asked={asked}
      query={query}
      status={statusOf}
      keyOf={keyOf}
      drawer="bookEntry"
      chosen={(selection) => <Chosen selection={selection} />}
      empty={{ title: t('whiteAddress:empty'), text: t('whiteAddress:emptyText'), action: add }}
    />
  );
}

function Actions({ filter }: { filter: BookFilter }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const mayEdit = usePermission('addressBook.edit');
  return (
    <>
      <Link to="/mpc/center/addressBook/log" className={buttonStyle({})}>
        <History aria-hidden />
        {t('whiteAddress:log.open')}
      </Link>
      <ExportButton name="address-book" what={() => exportedBook(filter)} />
      {mayEdit && (
        <>
          <Button onClick={() => push('bookImport')}>
            <Upload aria-hidden />
            {t('whiteAddress:import')}
          </Button>
          <Button variant="primary" onClick={() => push('bookAdd')}>
            <Plus aria-hidden />
            {t('whiteAddress:add')}
          </Button>
        </>
      )}
    </>
  );
}

function Chosen({ selection }: { selection: Selection<Entry> }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { ask, busy, panel } = useRemoval();
  const mayEdit = usePermission('addressBook.edit');
  return (
    <>
      {panel}
      {mayEdit && (
        <Button variant="danger" busy={busy} onClick={() => void ask([...selection.rows.values()])}>
          {t('whiteAddress:remove')}
        </Button>
      )}
    </>
  );
}
