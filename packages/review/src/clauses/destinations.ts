import { blocksOf, honestText } from '../format.ts';
import { leaf } from '../phrase.ts';
import { clause, type Naming } from './clause.ts';

function entryPhrase({ entries }: Naming, hash: string) {
  const entry = entries.get(hash)?.entry;
  if (!entry) return leaf('entry', hash);
  const label = { word: 'quoted' as const, with: { text: leaf('text', entry.label, honestText(entry.label)) } };
  const address = leaf('entry', hash, blocksOf(entry.address).join(' '));
  return { word: 'rule_entry' as const, with: { label, address } };
}

export const destinations = clause({
  words: {
    en: {
      rule_internal: ', to own addresses',
      rule_known: ', to own addresses or active entries of the address book',
      rule_listed: ', to these entries: {list}',
      rule_unknown: ', to an address that is not listed',
      rule_entry: '{label} ({address})',
    },
    zh: {
      rule_internal: '，发往自有地址',
      rule_known: '，发往自有地址或地址簿中的有效条目',
      rule_listed: '，发往以下条目：{list}',
      rule_unknown: '，发往未列入的地址',
      rule_entry: '{label}（{address}）',
    },
  },
  tell: (
    naming,
    {
      when: {
        destinations: { mode, entries },
      },
    },
  ) => {
    if (mode === 'any') return { all: [] };
    const list = { all: entries.map((hash) => entryPhrase(naming, hash)), by: 'listJoin' as const };
    return { word: `rule_${mode}`, with: { list } };
  },
});
