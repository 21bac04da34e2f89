-- Who was led to which decision about exactly what: the audit log tells it once, however often they look. What is asked for again has another digest.
create table opened_ways (
  digest text not null,
  member text not null,
  decision text not null check (decision in ('approve', 'refuse')),
  primary key (digest, member, decision)
);
