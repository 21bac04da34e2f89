import { api } from '../../lib/api.ts';
import { sentenceOf, type Translate } from './sentences.ts';
import { type ActivityFilter, askActivity, type Entry } from './view.ts';

const pageSize = 200;

const headings = ['seq', 'time', 'person', 'what', 'kind', 'action', 'object', 'id', 'network'];

const cellsOf = (t: Translate, entry: Entry): string[] => [
  String(entry.seq),
  entry.time.toISOString(),
  entry.actor_name,
  sentenceOf(t, entry),
  entry.kind,
  entry.action,
  entry.about.object,
  entry.about.id,
  entry.network,
];

/** Every entry that fits, newest first, as lines of a table: in words, and by the names that the audit log has. */
export async function exportActivity(t: Translate, filter: ActivityFilter): Promise<string[][]> {
  const ask = { ...askActivity(filter), page_size: pageSize };
  const lines = [headings];
  let before: number | null = null;
  do {
    const { list, next }: Awaited<ReturnType<typeof api.activity.list>> = await api.activity.list(
      before === null ? ask : { ...ask, before },
    );
    lines.push(...list.map((entry) => cellsOf(t, entry)));
    before = next;
  } while (before !== null);
  return lines;
}
