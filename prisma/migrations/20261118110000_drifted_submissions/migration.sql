-- What else was asked for in the place of what waits: few beside the retries of one intent, and read with every look at
-- the inbox.
create index submissions_drifted on submissions (intent_id, id) where disposition = 'drifted' and refusal is null;
