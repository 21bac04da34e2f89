-- Approvals that an approved payment is to be asked anew for, since a price rose: written before any signer is asked to give its intent up.
alter table orders add column anew_needs text;
