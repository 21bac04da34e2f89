import { isOrderType, orderStatus } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { coinKey } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import type { Transaction } from './view.ts';

const waiting: ReadonlySet<number> = new Set([orderStatus.awaitingApproval, orderStatus.awaitingSignature]);

/** An order that ended and may still be made, or that waits for others which did: says so, leads to them, and to the payment that takes their place. */
export function OpenPayments({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const may = usePermission('withdraw.create', transaction.sub_wallet_id);
  const { open_payments: open, id, type, status, fee_symbol, sub_wallet_id, evidence } = transaction;
  const isSelf = isOrderType(type) && open.some((one) => one.id === id);
  const others = open.filter((one) => one.id !== id);
  const unknown = others.filter((one) => one.id === null).length;
  if (!isSelf && (others.length === 0 || !waiting.has(status))) return null;
  const feeCoin = { symbol: fee_symbol, chain_id: evidence.chain_id, contract_address: '' };
  const kind = isSelf ? 'self' : 'others';
  return (
    <Banner tone="warn" title={t(`tx.open.${kind}.title`)}>
      <div className="grid justify-items-start gap-2">
        <p>{t(`tx.open.${kind}.text`)}</p>
        {others.map((one) =>
          one.id === null ? null : (
            <Button
              key={one.intent_id}
              variant="ghost"
              size="sm"
              onClick={() => drawers.push('transaction', String(type), String(one.id))}
            >
              {t('tx.open.see', { id: one.id })}
            </Button>
          ),
        )}
        {unknown > 0 && <p>{t('tx.open.unknown', { count: unknown })}</p>}
        {may && (
          <Button size="sm" onClick={() => drawers.push('withdraw', coinKey(feeCoin), String(sub_wallet_id), 'self')}>
            {t('tx.open.free')}
          </Button>
        )}
      </div>
    </Banner>
  );
}
