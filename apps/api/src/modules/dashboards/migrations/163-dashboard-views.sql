-- A board with a range, a filter and a comparison under a name. A shared one is for the whole organization.
create table dashboard_views (
  organization_id text not null references organizations (id),
  id text not null,
  -- The staff member who saved it first.
  owner text not null,
  name text not null,
  board text not null,
  range jsonb not null,
  filter jsonb,
  compare boolean not null,
  shared boolean not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create index dashboard_views_of_owner on dashboard_views (organization_id, owner);
create index dashboard_views_shared on dashboard_views (organization_id) where shared;
select isolate_tenant('dashboard_views');
grant select, insert, update, delete on dashboard_views to foyer_app;
grant select, insert on dashboard_views to foyer_system;
