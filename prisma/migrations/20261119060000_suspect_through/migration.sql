-- After a restore with more keys to suspect than are worth a row each: every intent up to this id is suspected (decision 032).
alter table store_state add column suspect_through text;
