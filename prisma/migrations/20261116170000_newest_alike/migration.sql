-- Of many look-alikes the newest is the one that answers: without an order, a crowd in the store hid it and a crowd in
-- one flush did not. What has not ended sorts last, so that one range finds all that count and leaves out a long past.
drop index intents_resembles;
create index intents_resembles
  on intents (identity_digest, fingerprint, coalesce(window_ends_at, 'infinity'::timestamptz), id);
