import { orderStatus } from '@holdfast/contract';
import type { Submitted } from '../../orders/service.ts';

/** An order that was taken, as the wire has it. */
export const takenRow = ({ id, status, duplicated }: Submitted, approvalUrl: string) => ({
  withdraw_id: id,
  status,
  need_sign: status === orderStatus.awaitingApproval,
  duplicated,
  approval_url: approvalUrl,
});
