-- The doctors of an organization. Appointments named them by id and name alone; each id becomes a row.
create table doctors (
  organization_id text not null references organizations (id),
  id text not null,
  first_name text not null,
  last_name text not null,
  -- As appointments show it.
  name text not null,
  npi text,
  specialty text,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  version bigint not null default 0,
  primary key (organization_id, id)
);
create index doctors_by_name on doctors (organization_id, lower(last_name), lower(first_name), id);
create unique index doctors_by_npi on doctors (organization_id, npi);
select isolate_tenant('doctors');
grant select, insert, update on doctors to foyer_app;
grant select, insert on doctors to foyer_system;

insert into doctors (organization_id, id, first_name, last_name, name)
select distinct on (organization_id, doctor_id)
  organization_id, doctor_id,
  coalesce(substring(regexp_replace(doctor_name, '^Dr\.?\s+', '') from '^(.*)\s\S+$'), ''),
  substring(regexp_replace(doctor_name, '^Dr\.?\s+', '') from '\S+$'),
  doctor_name
from appointments
where doctor_name ~ '\S'
order by organization_id, doctor_id, starts_at desc;
