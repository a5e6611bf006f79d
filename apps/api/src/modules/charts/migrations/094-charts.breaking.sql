-- The doctor whom lists and charts show: as staff set it, else that of the newest appointment. It is stored, because lists are
-- filtered by it.
alter table patients add column visit_doctor_id text;
update patients set visit_doctor_id = (
  select a.doctor_id from appointments as a
  where a.organization_id = patients.organization_id and a.patient_id = patients.id
  order by a.starts_at desc, a.id desc limit 1
);
alter table patients
  add column shown_doctor_id text generated always as (coalesce(doctor_id, visit_doctor_id)) stored;
drop index patients_by_doctor;
create index patients_by_doctor on patients (organization_id, shown_doctor_id, last_key, first_key, id)
  where shown_doctor_id is not null;
-- The patients of a number in the order of their ids. Without statistics, such as after an import, PostgreSQL prefers the
-- newest of indexes that it deems equal.
drop index patients_phone;
create index patients_phone on patients (organization_id, phone_number, id) where phone_number is not null;

create function show_visit_doctor() returns trigger language plpgsql as $$
begin
  update patients set visit_doctor_id = newest.doctor_id
  from (
    select distinct on (a.organization_id, a.patient_id) a.organization_id, a.patient_id, a.doctor_id
    from written join appointments as a
      on a.organization_id = written.organization_id and a.patient_id = written.patient_id
    order by a.organization_id, a.patient_id, a.starts_at desc, a.id desc
  ) as newest
  where patients.organization_id = newest.organization_id and patients.id = newest.patient_id
    and patients.visit_doctor_id is distinct from newest.doctor_id;
  return null;
end $$;
create trigger show_doctor_of_new after insert on appointments
  referencing new table as written for each statement execute function show_visit_doctor();

create function show_moved_visit_doctor() returns trigger language plpgsql as $$
begin
  update patients set visit_doctor_id = newest.doctor_id
  from (
    select a.doctor_id from appointments as a
    where a.organization_id = new.organization_id and a.patient_id = new.patient_id
    order by a.starts_at desc, a.id desc limit 1
  ) as newest
  where patients.organization_id = new.organization_id and patients.id = new.patient_id
    and patients.visit_doctor_id is distinct from newest.doctor_id;
  return null;
end $$;
-- Leases and other changes of an appointment cost nothing here.
create trigger show_doctor_of_moved after update on appointments
  for each row when (old.starts_at <> new.starts_at or old.doctor_id <> new.doctor_id)
  execute function show_moved_visit_doctor();

-- The version that the record had before a field's last edit, by field: an edit from a screen that shows no later version is
-- refused.
alter table patients add column edited_after jsonb not null default '{}';

-- Lists by name of those who are in no other index of names.
create index patients_not_eligible on patients (organization_id, last_key, first_key, id) where eligible is not true;
create index patients_by_insurance_and_name on patients (organization_id, insurance_type, last_key, first_key, id)
  where insurance_type is not null;
