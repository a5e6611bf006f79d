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
    select visited.organization_id, visited.patient_id, last.doctor_id
    from (select distinct organization_id, patient_id from written) as visited
    cross join lateral (
      select a.doctor_id from appointments as a
      where a.organization_id = visited.organization_id and a.patient_id = visited.patient_id
      order by a.starts_at desc, a.id desc limit 1
    ) as last
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

-- Each change of a number's consent to texts. The consent itself is in `consents`; rows of this ledger never change.
create table consent_changes (
  organization_id text not null references organizations (id),
  id bigint generated always as identity,
  phone_number text not null,
  at timestamptz not null,
  was text not null check (was in ('subscribed', 'opted_out', 'blocked')),
  becomes text not null check (becomes in ('subscribed', 'opted_out', 'blocked')),
  how text not null check (how in ('phone', 'inPerson', 'form', 'text', 'carrier', 'block')),
  note text not null default '',
  -- Null: the patient or the carrier.
  user_id text,
  primary key (organization_id, id)
);
create index consent_changes_of_number on consent_changes (organization_id, phone_number, at desc, id desc);
select isolate_tenant('consent_changes');
grant select, insert on consent_changes to foyer_app;
grant select, insert on consent_changes to foyer_system;

-- Until now only the history of conversations told of them. All conversations of a number tell of the same change.
insert into consent_changes (organization_id, phone_number, at, was, becomes, how, user_id)
select organization_id, phone_number, at, was, becomes,
  case when 'blocked' in (was, becomes) then 'block' else 'text' end, user_id
from (
  select distinct h.organization_id, c.phone_number, h.at, h.details ->> 'from' as was, h.details ->> 'to' as becomes,
    h.user_id
  from conversation_history as h
  join conversations as c on c.organization_id = h.organization_id and c.id = h.conversation_id
  where h.kind = 'consent' and c.phone_number <> ''
) as told
order by at;

-- Files that staff keep in a chart belong to no message. Their bytes are stored as those of messages.
alter table attachments
  alter column conversation_id drop not null,
  alter column message_id drop not null,
  add column patient_id text,
  -- The member who kept it in the chart.
  add column kept_by text,
  add foreign key (organization_id, patient_id) references patients (organization_id, id),
  add check ((conversation_id is null) = (message_id is null) and (message_id is null) = (patient_id is not null));
create index attachments_patient on attachments (organization_id, patient_id, created_at desc, id desc)
  where patient_id is not null;
create index messages_with_files_of_patient on messages (organization_id, patient_id, created_at desc, id desc)
  where patient_id is not null and attachments <> '[]';

-- The patient to whom a mail was written, who stays the same when its conversation is filed under somebody else.
alter table mails
  add column patient_id text,
  add foreign key (organization_id, patient_id) references patients (organization_id, id);
update mails set patient_id = c.patient_id from conversations as c
where c.organization_id = mails.organization_id and c.id = mails.conversation_id;
create index mails_of_patient on mails (organization_id, patient_id, created_at desc, id desc) where patient_id is not null;
