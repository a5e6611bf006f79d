-- Chatbots: a flow has one draft, and versions that were published.
create table chatbot_flows (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  status text not null check (status in ('draft', 'live', 'paused', 'archived')),
  draft jsonb not null,
  revision int not null,
  draft_by text,
  draft_at timestamptz not null,
  -- Where the draft may begin, and what its check found when it was saved.
  channels text[] not null,
  errors int not null,
  warnings int not null,
  -- The newest version, with its name and where it begins; null while it was never published.
  published_version int,
  published_at timestamptz,
  published_name text,
  starts jsonb not null default '[]',
  start_order int not null default 1000,
  version bigint not null,
  primary key (organization_id, id),
  check (status = 'draft' or status = 'archived' or published_version is not null)
);
create index chatbot_flows_live on chatbot_flows (organization_id, start_order, id) where status = 'live';

-- The last saves of a draft, to go back to.
create table chatbot_revisions (
  organization_id text not null,
  flow_id text not null,
  revision int not null,
  draft jsonb not null,
  by_user text,
  at timestamptz not null,
  primary key (organization_id, flow_id, revision),
  foreign key (organization_id, flow_id) references chatbot_flows (organization_id, id) on delete cascade
);

-- What was published. Nothing in a row changes: sessions run the version that they began with.
create table chatbot_versions (
  organization_id text not null,
  flow_id text not null,
  number int not null,
  content jsonb not null,
  note text not null,
  by_user text,
  at timestamptz not null,
  restored_from int,
  errors int not null,
  warnings int not null,
  primary key (organization_id, flow_id, number),
  foreign key (organization_id, flow_id) references chatbot_flows (organization_id, id)
);

select isolate_tenant('chatbot_flows');
select isolate_tenant('chatbot_revisions');
select isolate_tenant('chatbot_versions');
grant select, insert, update on chatbot_flows to foyer_app;
grant select, insert, delete on chatbot_revisions to foyer_app;
grant select, insert on chatbot_versions to foyer_app;
