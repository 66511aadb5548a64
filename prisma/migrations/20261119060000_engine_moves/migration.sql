-- A move to newer engines waits until only the release that asks for it is left (decision 030). What `moves_at` says counts
-- only with these beside it: a move that was planned before them is planned anew.
alter table key_derivations
  -- The derivation that the tool goes over to. A process that would not take it there clears it: it still runs.
  add column moves_to       text,
  -- When a worker asked for it last: after a silence the overlap begins anew.
  add column moves_asked_at timestamptz(3);
