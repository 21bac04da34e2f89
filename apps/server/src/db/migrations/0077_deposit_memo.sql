-- What the payer told with a deposit, on chains where payments can say something: text of a stranger, shown and never trusted.
alter table deposits add column memo text not null default '' check (char_length(memo) <= 500);
