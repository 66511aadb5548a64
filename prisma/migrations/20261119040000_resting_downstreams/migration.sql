-- What a worker's breaker gives a rest, as far as other processes should know. Nothing decides by it: the breaker itself
-- is in the worker's memory, and a worker that is gone takes its rests with it.
create table resting_downstreams (
  worker       text           not null,
  tool         text           not null,
  origin       text           not null,
  -- Why the last call was not answered.
  reason       text           not null,
  since        timestamptz(3) not null,
  next_try_at  timestamptz(3) not null,
  -- An operator wants it tried before that; null: none asked, or it was done.
  try_asked_at timestamptz(3),
  -- The worker says now and then that it is still there.
  seen_at      timestamptz(3) not null,
  primary key (worker, tool, origin)
);
