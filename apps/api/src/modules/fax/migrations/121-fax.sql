-- The number that an organization faxes from, in E.164.
alter table organizations add column fax_number text unique;

-- Faxes that go out. The row is also the job: a process leases it when it is due. An attempt is one fax of the service.
create table faxes (
  organization_id text not null references organizations (id),
  id text not null unique,
  number text not null,
  own_number text not null,
  note text not null,
  status text not null
    check (status in ('queued', 'sending', 'retrying', 'delivered', 'partial', 'failed', 'unconfirmed', 'canceled')),
  cause text,
  -- The bytes are in the file storage under this id; a fax that is sent again has the same.
  file_id text not null,
  file_name text not null,
  file_size bigint not null,
  file_type text not null,
  pages int,
  pages_sent int,
  attempts jsonb not null default '[]',
  next_attempt_at timestamptz,
  sent_by text not null,
  sent_by_name text,
  created_at timestamptz not null,
  completed_at timestamptz,
  again_of text,
  version bigint not null,
  -- Null: nothing is to be done.
  due_at timestamptz,
  leased_by text,
  leased_until timestamptz,
  -- Set before the service is called: the attempt, and when it was handed over.
  attempt int not null default 0,
  called_at timestamptz,
  sinch_id text,
  -- When the service last said that something happened.
  hinted_at timestamptz,
  -- How often the service was asked about the attempt, and how often it did not take the fax.
  looked int not null default 0,
  not_taken int not null default 0,
  primary key (organization_id, id),
  foreign key (organization_id, again_of) references faxes (organization_id, id)
);
create index faxes_by_time on faxes (organization_id, created_at desc, id desc);
create index faxes_by_number on faxes (organization_id, number, created_at desc);
create index faxes_due on faxes (due_at) where due_at is not null;

-- The names that a clinic gives to fax numbers.
create table fax_names (
  organization_id text not null references organizations (id),
  number text not null,
  name text not null,
  primary key (organization_id, number)
);

-- The faxes of a day, for the daily limit.
create table fax_days (
  organization_id text not null references organizations (id),
  day date not null,
  sent int not null,
  primary key (organization_id, day)
);

-- Pages as a machine prints them, of a fax that was not sent yet or of one that is looked at. Kept for an hour.
create table fax_previews (
  organization_id text not null references organizations (id),
  id text not null,
  user_id text not null,
  -- Null for a preview of the form.
  fax_id text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, fax_id) references faxes (organization_id, id)
);
create unique index fax_previews_of_faxes on fax_previews (organization_id, fax_id) where fax_id is not null;
create index fax_previews_by_time on fax_previews (created_at);
create table fax_pages (
  organization_id text not null,
  preview_id text not null,
  page int not null,
  png bytea not null,
  primary key (organization_id, preview_id, page),
  foreign key (organization_id, preview_id) references fax_previews (organization_id, id) on delete cascade
);

-- Ended faxes whose pages the service is still to delete.
create table fax_leftovers (
  organization_id text not null references organizations (id),
  sinch_id text not null,
  queued_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  leased_by text,
  leased_until timestamptz,
  primary key (organization_id, sinch_id)
);
create index fax_leftovers_due on fax_leftovers (due_at);

select isolate_tenant('faxes'), isolate_tenant('fax_names'), isolate_tenant('fax_days'), isolate_tenant('fax_previews'),
  isolate_tenant('fax_pages'), isolate_tenant('fax_leftovers');
grant select, insert, update on faxes, fax_days to foyer_app;
grant select, insert, update, delete on fax_names to foyer_app;
grant select, insert, delete on fax_previews, fax_pages to foyer_app;
grant select, insert, delete on fax_leftovers to foyer_app;
-- The workers lease rows of every organization, and the service's hints name a fax without its organization.
grant select, update on faxes to foyer_system;
grant select, update, delete on fax_leftovers to foyer_system;
grant select, delete on fax_previews, fax_pages, fax_days to foyer_system;
