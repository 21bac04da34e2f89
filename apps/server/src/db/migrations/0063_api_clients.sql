-- Programs are called API clients, as everywhere else. What is stored in the chained audit log keeps the words it was written with.
alter table programs rename to api_clients;
alter index programs_by_workspace rename to api_clients_by_workspace;
alter index programs_by_maker rename to api_clients_by_maker;
alter table program_calls rename to api_client_calls;
alter index program_calls_by_workspace rename to api_client_calls_by_workspace;
alter index program_calls_by_program rename to api_client_calls_by_client;
alter index program_calls_unproven rename to api_client_calls_unproven;
alter table program_nonces rename to api_client_nonces;
alter index program_nonces_until rename to api_client_nonces_until;
