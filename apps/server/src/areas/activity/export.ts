import { activity } from '@holdfast/contract';
import { z } from 'zod';
import { type ExportAsk, exportSource, type Say } from '../../exports/source.ts';
import { holds } from '../../http/access.ts';
import { who } from '../../http/context.ts';
import type { ActivityAsk, ActivityService } from './service.ts';

type Row = Awaited<ReturnType<ActivityService['list']>>['list'][number];
type Ask = ExportAsk<z.output<(typeof activity)['list']['input']>>;
const entry = activity.list.output.shape.list.element;

const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');

/** What it is about: what is known of it without the interface's longer sentences. */
function aboutText({ about: { payment, change, name, object, id } }: Row, say: Say): string {
  if (payment) {
    const { amount, symbol, sub_wallet_name: wallet, label, address, stake, nft } = payment;
    const which = nft ? [nft.collection, nft.token_id && `#${nft.token_id}`].filter(Boolean) : [];
    const values = {
      amount: [nft?.count ?? amount, nft ? 'NFT' : symbol, ...which].join(' '),
      wallet,
      payee: label || address,
      what: stake?.kind ?? '',
    };
    const key = stake ? 'stake' : object === 'deposit' || object === 'nft' ? 'deposit' : 'payment';
    return filled(say(`about.${key}`, `{{amount}} ${stake ? '{{what}} ' : ''}{{wallet}} {{payee}}`), values).trim();
  }
  if (change)
    return filled(say('about.change', '{{text}}'), { text: [...Object.values(change.subject), `#${id}`].join(' ') });
  return name || (object === 'other' ? '' : id);
}

/** An entry in the interface's words, without who did it. Some actions have several, by what they are about or by what was decided. */
function sentence(row: Row, say: Say): string {
  const { action, about, detail } = row;
  const { name = '', reason = '', chain = '', remark = '', decision = '' } = detail;
  const special = about.payment && !about.payment.stake ? 'payment' : about.object;
  const general = say(`say.${action}`, `${action} {{what}}`);
  const template = say(`say.${action}.${decision || special}`, general);
  const said = filled(template, { what: aboutText(row, say), name, chain });
  return [said, reason || remark].filter(Boolean).join(' · ');
}

const columns: Readonly<Record<string, (row: Row, say: Say) => string>> = {
  seq: ({ seq }) => String(seq),
  time: ({ time }) => time.toISOString(),
  person: ({ actor_name }) => actor_name,
  what: sentence,
  kind: ({ kind }, say) => say(`kind.${kind}`, kind),
  action: ({ action }) => action,
  object: ({ about }) => about.object,
  id: ({ about }) => about.id,
  network: ({ network }) => network,
};
const cells = Object.values(columns);

/** Who did what, as the list tells each reader. */
export function activityExport(service: ActivityService) {
  /** The log is a moment behind what happens, so its numbers say what was there, not its times. */
  const asked = ({ input, upTo }: Ask, after: number | undefined, size: number): ActivityAsk => {
    const {
      kind,
      person,
      payee,
      sub_wallet_id: subWalletId,
      start,
      end,
      before: wanted = Number.MAX_SAFE_INTEGER,
    } = input;
    const before = after ?? Math.min(wanted, (upTo ?? 0) + 1);
    return { kind, person, payee, subWalletId, start, end, before, size };
  };
  const reading = ({ caller }: Ask) =>
    [who(caller), (permission: Parameters<typeof holds>[1]) => holds(caller, permission)] as const;
  return exportSource<(typeof activity)['list'], number>({
    list: 'activity',
    endpoint: activity.list,
    columns: Object.keys(columns),
    async count(ask) {
      const upTo = await service.last();
      return { upTo, total: await service.count(...reading(ask), asked({ ...ask, upTo }, undefined, 0)) };
    },
    async read(ask, after, size, say) {
      const { list, next } = await service.list(...reading(ask), asked(ask, after, size));
      const rows = list.map((row) => ({
        cells: cells.map((cell) => cell(row, say)),
        wire: () => z.encode(entry, row as never),
      }));
      return { rows, next: next ?? undefined };
    },
  });
}
