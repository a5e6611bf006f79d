-- A filter, an order and a search of the inbox under a name. A shared one is for the whole organization.
create table saved_views (
  organization_id text not null references organizations (id),
  id text not null,
  -- The staff member who saved it first.
  owner text not null,
  name text not null,
  shared boolean not null,
  tab text not null,
  status text not null,
  sort text not null,
  search text not null,
  version bigint not null,
  primary key (organization_id, id)
);
create index saved_views_of_owner on saved_views (organization_id, owner);
create index saved_views_shared on saved_views (organization_id) where shared;
select isolate_tenant('saved_views');
grant select, insert, update, delete on saved_views to foyer_app;
