import { z } from 'zod';

/** Limits of domain.md 7.10 as the contract has them. */
export const [labelMax, addressMax, memoMax, remarkMax] = [30, 128, 256, 200];

/** What somebody writes of a payee; networks and coins are ticked. */
export const entryFields = z.object({
  label: z.string().trim().min(1).max(labelMax),
  address: z.string().trim().min(1).max(addressMax),
  memo: z.string().max(memoMax),
  remark: z.string().max(remarkMax),
});
