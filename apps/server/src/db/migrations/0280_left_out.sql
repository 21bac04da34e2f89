-- The places of rows that a final transaction of many payees did not pay, from 0: their amount stayed with the sub-wallet.
alter table orders add column left_out integer[] not null default '{}';

-- How the rows of a draft are to be paid: each by a transaction of its own, or all by one contract where the chain has it.
alter table batches add column by_contract boolean not null default false;
