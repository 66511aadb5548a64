-- Guesses at a password, by the digest of the address that was typed: one bound for all web processes (decision 043).
create table sign_in_tries (
  address text primary key,
  count   integer not null,
  since   timestamptz(3) not null
);

create index sign_in_tries_since on sign_in_tries (since);
