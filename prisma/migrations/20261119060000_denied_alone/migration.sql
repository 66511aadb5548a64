-- Said in words that only this index knows: other indexes begin with `ended_as` too, and to a planner that has seen no
-- denial yet they look as good. A connection that keeps such a plan reads every denial of the store for each submission.
drop index intents_denied;
create index intents_denied on intents (identity_digest, window_ends_at) where coalesce(ended_as, '') = 'denied';
