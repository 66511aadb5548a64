-- Keys are made by engines: numbered editions of the normalisers and their tables. A derivation says which it uses.
alter table key_derivations
  -- By normaliser, those above 1. Empty: the first edition's, which named none.
  add column engines    jsonb not null default '{}',
  -- When its tool goes over to the engines of a newer release; null: none has asked yet.
  add column moves_at   timestamptz(3),
  -- A newer one took its place. It is read until its last window is over, and nothing new is recorded under it.
  add column retired_at timestamptz(3);
