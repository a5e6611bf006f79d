-- Departments, what a doctor's profile says, and pictures.
create table departments (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  primary key (organization_id, id)
);
create unique index departments_by_name on departments (organization_id, lower(name));
select isolate_tenant('departments');
grant select, insert, update on departments to foyer_app;
grant select, insert on departments to foyer_system;

-- The bytes of both sizes: some 100 kB, which share the transaction of the doctor's row. Rows never change.
create table doctor_pictures (
  organization_id text not null,
  id text not null,
  doctor_id text not null,
  large bytea not null,
  small bytea not null,
  made_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, doctor_id) references doctors (organization_id, id)
);
create index doctor_pictures_by_id on doctor_pictures (id);
create index doctor_pictures_of_doctor on doctor_pictures (organization_id, doctor_id);
select isolate_tenant('doctor_pictures');
grant select, insert on doctor_pictures to foyer_app;
grant select, insert, delete on doctor_pictures to foyer_system;

alter table doctors
  add column bio text,
  add column languages text[] not null default '{}',
  add column phone text,
  add column email text,
  add column address text,
  add column department_id text,
  add column picture_id text,
  add foreign key (organization_id, department_id) references departments (organization_id, id),
  -- Checked at the commit: the picture names its doctor too.
  add foreign key (organization_id, picture_id) references doctor_pictures (organization_id, id)
    deferrable initially deferred;
create index doctors_of_department on doctors (organization_id, department_id) where department_id is not null;
create index doctors_of_picture on doctors (organization_id, picture_id) where picture_id is not null;

-- A column of a full unique index counts as a key: its change would wait for each transaction that books a visit with the
-- doctor, while such a transaction may wait for the head that the change holds.
drop index doctors_by_npi;
create unique index doctors_by_npi on doctors (organization_id, npi) where npi is not null;

create table doctor_undo (
  organization_id text not null references organizations (id),
  id text not null,
  user_id text not null,
  made_at timestamptz not null,
  step jsonb not null,
  primary key (organization_id, id)
);
create index doctor_undo_made on doctor_undo (made_at);
select isolate_tenant('doctor_undo');
grant select, insert, delete on doctor_undo to foyer_app;
grant select, delete on doctor_undo to foyer_system;
