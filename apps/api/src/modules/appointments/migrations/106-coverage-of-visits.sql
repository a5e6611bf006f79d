-- The patient's coverage, by which lists of appointments are filtered, is stored with the appointment. No index of two tables has a list's order:
-- where few patients fit, a list met them after a walk through everybody's appointments.
alter table appointments
  add column patient_eligible boolean not null default false,
  add column patient_insurance text;
update appointments set patient_eligible = coalesce(p.eligible, false), patient_insurance = p.insurance_type
from patients as p
where p.organization_id = appointments.organization_id and p.id = appointments.patient_id
  and (p.eligible or p.insurance_type is not null);
create index appointments_eligible on appointments (organization_id, patient_eligible, status, starts_at, id);
create index appointments_insurance on appointments (organization_id, patient_insurance, status, starts_at, id)
  where patient_insurance is not null;

create function copy_coverage() returns trigger language plpgsql as $$
begin
  select p.eligible, p.insurance_type into new.patient_eligible, new.patient_insurance
  from patients as p where p.organization_id = new.organization_id and p.id = new.patient_id;
  new.patient_eligible := coalesce(new.patient_eligible, false);
  return new;
end $$;
create trigger copy_coverage_of_patient before insert on appointments
  for each row execute function copy_coverage();

create function copy_changed_coverage() returns trigger language plpgsql as $$
begin
  -- In the order of the ids, as everywhere.
  perform from appointments as a
  where a.organization_id = new.organization_id and a.patient_id = new.id
  order by a.id for no key update;
  update appointments set patient_eligible = coalesce(new.eligible, false), patient_insurance = new.insurance_type
  where organization_id = new.organization_id and patient_id = new.id;
  return null;
end $$;
create trigger copy_changed_coverage after update on patients
  for each row when (
    coalesce(old.eligible, false) <> coalesce(new.eligible, false)
    or old.insurance_type is distinct from new.insurance_type
  )
  execute function copy_changed_coverage();
