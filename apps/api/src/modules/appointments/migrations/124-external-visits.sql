-- The ids that visits have at the clinic's record system, by which spreadsheets name them.
create table external_visits (
  organization_id text not null references organizations (id),
  -- The id in lower case.
  external_key text not null,
  external_id text not null,
  appointment_id text not null,
  primary key (organization_id, external_key),
  unique (organization_id, appointment_id),
  foreign key (organization_id, appointment_id) references appointments (organization_id, id)
);
select isolate_tenant('external_visits');
grant select, insert, update on external_visits to foyer_app;
grant select, insert on external_visits to foyer_system;
