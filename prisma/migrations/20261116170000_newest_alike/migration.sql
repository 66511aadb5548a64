-- Of many look-alikes the newest is the one that answers: without an order, a crowd in the store hid it and a crowd in
-- one flush did not.
drop index intents_resembles;
create index intents_resembles on intents (identity_digest, fingerprint, id);
