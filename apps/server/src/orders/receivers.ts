import { type RawBuilder, sql } from 'kysely';
import { spansOf, type WrittenValue } from '../written-values.ts';

/** SQL on a row of `orders`, or of `o` where they are called so (migrations 0066 and 0383). */

const many = (of: string): RawBuilder<boolean> => sql<boolean>`jsonb_array_length(${sql.ref(`${of}.outputs`)}) > 1`;

/** It pays one of these addresses, and others before it. */
export const paysFurther = (addresses: readonly string[], of = 'orders'): RawBuilder<boolean> =>
  sql<boolean>`(${many(of)} and paid_addresses(${sql.ref(`${of}.outputs`)}) ?| ${addresses}::text[])`;

/** It pays several, and one of them this much. @param units in base units, each as decimal text */
export const paysPart = (units: readonly string[], of = 'orders'): RawBuilder<boolean> =>
  sql<boolean>`(${many(of)} and paid_amounts(${sql.ref(`${of}.outputs`)}) ?| ${units}::text[])`;

/**
 * It pays several, and what one of them gets is worth this to the nearest cent: as its part of what the whole was worth when it was final, else by the price of now. No
 * index has that: each part of each row is looked at.
 */
export function paysWorth(value: WrittenValue, of = 'orders'): RawBuilder<boolean> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${of}.${name}`);
  const [least, most] = [value.cents.least, value.cents.most].map((cents) => sql`${String(cents)}::numeric`);
  const then = sql`2 * e.part::numeric * ${column('worth_cents')} + ${column('amount')}`;
  return sql<boolean>`(${many(of)} and exists (select from jsonb_array_elements_text(paid_amounts(${column('outputs')})) e (part)
    where case when ${column('worth_cents')} is not null
      -- Whom it left out got nothing of what it was worth.
      then ${column('left_out')} = '{}' and ${then} >= 2 * ${least} * ${column('amount')} and ${then} < 2 * (${most} + 1) * ${column('amount')}
      else exists (select from ${spansOf(value)} where v.asset_id = ${column('asset_id')} and e.part::numeric between v.least and v.most) end))`;
}

/** It pays one of these addresses, whichever of its outputs that is. */
export const paysAny = (addresses: readonly string[], of = 'orders'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${of}.address_to`)} = any(${addresses}::text[]) or ${paysFurther(addresses, of)})`;

/** It pays an address that looks like this. @param pattern with small letters (`like`) */
export const paysLike = (pattern: RawBuilder<string>, of = 'orders'): RawBuilder<boolean> =>
  sql<boolean>`(lower(${sql.ref(`${of}.address_to`)}) like ${pattern} or (${many(of)}
    and exists (select from jsonb_array_elements(${sql.ref(`${of}.outputs`)}) e where lower(e ->> 'address') like ${pattern})))`;
