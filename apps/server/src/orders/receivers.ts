import { type RawBuilder, sql } from 'kysely';

/** SQL on a row of `orders`, or of `o` where they are called so (migrations 0066 and 0383). */

const many = (of: string): RawBuilder<boolean> => sql<boolean>`jsonb_array_length(${sql.ref(`${of}.outputs`)}) > 1`;

/** It pays one of these addresses, and others before it. */
export const paysFurther = (addresses: readonly string[], of = 'orders'): RawBuilder<boolean> =>
  sql<boolean>`(${many(of)} and paid_addresses(${sql.ref(`${of}.outputs`)}) ?| ${addresses}::text[])`;

/** It pays several, and one of them this much. @param units in base units, each as decimal text */
export const paysPart = (units: readonly string[], of = 'orders'): RawBuilder<boolean> =>
  sql<boolean>`(${many(of)} and paid_amounts(${sql.ref(`${of}.outputs`)}) ?| ${units}::text[])`;

/** It pays one of these addresses, whichever of its outputs that is. */
export const paysAny = (addresses: readonly string[], of = 'orders'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${of}.address_to`)} = any(${addresses}::text[]) or ${paysFurther(addresses, of)})`;

/** It pays an address that looks like this. @param pattern with small letters (`like`) */
export const paysLike = (pattern: RawBuilder<string>, of = 'orders'): RawBuilder<boolean> =>
  sql<boolean>`(lower(${sql.ref(`${of}.address_to`)}) like ${pattern} or (${many(of)}
    and exists (select from jsonb_array_elements(${sql.ref(`${of}.outputs`)}) e where lower(e ->> 'address') like ${pattern})))`;
