-- What one person wants to publish and others must confirm. The text never changes: whoever proposes another one makes
-- another row.
create table contract_proposals (
  id             text           primary key,
  tool           text           not null,
  -- The version that was active, whose word on the number of people counts. Another active one makes it void.
  base_version   integer        not null check (base_version >= 1),
  source         text           not null,
  format         text           not null check (format in ('yaml', 'json')),
  -- Of the contract that the text says, as in contract_versions.
  digest         text           not null,
  warnings       json           not null default '[]',
  -- Who stands behind it, in order: operator, when. The first one proposed it, the others confirmed.
  people         json           not null,
  role           text           not null check (role in ('approver', 'admin')),
  people_needed  integer        not null check (people_needed >= 2),
  created_at     timestamptz(3) not null,
  expires_at     timestamptz(3) not null,
  closed_at      timestamptz(3),
  closed_as      text           check (closed_as in ('published', 'withdrawn', 'replaced', 'expired', 'void')),
  closed_by      text,
  version        integer,
  constraint closed_says_how check ((closed_at is null) = (closed_as is null)),
  constraint published_has_a_version check (coalesce(closed_as = 'published', false) = (version is not null))
);
create unique index contract_proposals_open on contract_proposals (tool) where closed_at is null;
create index contract_proposals_tool on contract_proposals (tool, id);
