-- What people denied about a thing, found without a look at what else was asked about it. Only a denial enters it: no
-- submission, claim or settle writes here, and the column was indexed before, so no heap-only update is lost.
create index intents_denied on intents (identity_digest, window_ends_at) where ended_as = 'denied';
