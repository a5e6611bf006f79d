-- The dashboards of the BI service that a clinic shows.
create table bi_dashboards (
  organization_id text not null references organizations (id),
  id text not null,
  title text not null,
  -- Below the service's address.
  path text not null check (path ~ '^/embed/[A-Za-z0-9_/:-]+$'),
  primary key (organization_id, id)
);

select isolate_tenant('bi_dashboards');
grant select, insert, delete on bi_dashboards to foyer_app;
