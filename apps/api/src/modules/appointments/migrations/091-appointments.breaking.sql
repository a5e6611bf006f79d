-- Appointments with their states, history, reminders and due dates. The status "missed" is called "noShow".
alter table appointments drop constraint appointments_status_check;
update appointments set status = 'noShow' where status = 'missed';
alter table appointments add constraint appointments_status_check check (
  status in ('scheduled', 'confirmed', 'arrived', 'completed', 'cancelled', 'noShow', 'admitted', 'discharged')
);

create table telemedicine_services (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  primary key (organization_id, id)
);
select isolate_tenant('telemedicine_services');
grant select, insert, update, delete on telemedicine_services to foyer_app;
grant select, insert on telemedicine_services to foyer_system;

alter table appointments
  add column telemedicine_service_id text,
  add column confirmed_at timestamptz,
  add column confirmed_by text check (confirmed_by in ('patient', 'staff', 'ehr')),
  -- The patient asked for another time; `held` keeps the present one meanwhile.
  add column reschedule text check (reschedule in ('asked', 'held')),
  add column reschedule_at timestamptz,
  add column reschedule_wish text,
  add column reply_kind text
    check (reply_kind in ('confirm', 'reschedule', 'cancelAsked', 'saidCancel', 'late', 'unclear')),
  add column reply_at timestamptz,
  add column reply_message_id text,
  add column called_at timestamptz,
  add column called_by text,
  add column called_outcome text check (called_outcome in ('confirmed', 'reschedule', 'noAnswer', 'leftMessage')),
  add column admitted_at timestamptz,
  add column discharged_at timestamptz,
  add column source text not null default 'staff' check (source in ('staff', 'import', 'ehr', 'booking')),
  -- When the next step of the reminders is judged; null when none is to come.
  add column next_reminder_at timestamptz,
  add column leased_until timestamptz,
  add column leased_by text,
  add column created_at timestamptz not null default now(),
  -- When the present start was set, by the booking or the last move.
  add column timed_at timestamptz not null default now(),
  add foreign key (organization_id, telemedicine_service_id) references telemedicine_services (organization_id, id),
  add foreign key (organization_id, doctor_id) references doctors (organization_id, id);
update appointments set admitted_at = starts_at where status in ('admitted', 'discharged');
update appointments set discharged_at = ends_at where status = 'discharged';
update appointments set confirmed_at = created_at, confirmed_by = 'staff' where status = 'confirmed';

drop index appointments_day;
create index appointments_day on appointments (organization_id, starts_at, id);
create index appointments_status on appointments (organization_id, status, starts_at, id);
-- With the status before the start: the coming appointments of a doctor follow years of completed ones.
create index appointments_doctor on appointments (organization_id, doctor_id, status, starts_at, id);
create index appointments_type on appointments (organization_id, type, status, starts_at, id);
create index appointments_reschedule on appointments (organization_id, starts_at, id)
  where reschedule is not null and status in ('scheduled', 'confirmed');
create index appointments_admitted on appointments (organization_id, status, admitted_at, id)
  where status in ('admitted', 'discharged');
create index appointments_discharged on appointments (organization_id, status, discharged_at, id)
  where status in ('admitted', 'discharged');
-- Those of the two statuses that have no such date: the patients who are still there.
create index appointments_undated on appointments (organization_id, status, starts_at, id)
  where status in ('admitted', 'discharged') and (admitted_at is null or discharged_at is null);
create index appointments_due on appointments (next_reminder_at) where next_reminder_at is not null;
grant insert, update on appointments to foyer_app;
-- The worker leases appointments of every organization whose reminder is due.
grant select, update on appointments to foyer_system;

-- Ids and words of the contract, never free text; rows never change.
create table appointment_history (
  organization_id text not null references organizations (id),
  appointment_id text not null,
  position integer not null,
  at timestamptz not null,
  -- Null: the patient, the record system or a worker.
  user_id text,
  kind text not null,
  details jsonb not null,
  primary key (organization_id, appointment_id, position),
  foreign key (organization_id, appointment_id) references appointments (organization_id, id)
);
select isolate_tenant('appointment_history');
grant select, insert on appointment_history to foyer_app;

create table appointment_undo (
  organization_id text not null references organizations (id),
  id text not null,
  user_id text not null,
  made_at timestamptz not null,
  steps jsonb not null,
  primary key (organization_id, id)
);
create index appointment_undo_made on appointment_undo (made_at);
select isolate_tenant('appointment_undo');
grant select, insert, delete on appointment_undo to foyer_app;
grant select, delete on appointment_undo to foyer_system;

-- The ledger of reminders: a row for each step of an appointment's start that was sent or skipped. The key makes a step
-- happen once, whatever leases are lost.
create table reminders (
  organization_id text not null references organizations (id),
  id text not null,
  appointment_id text not null,
  patient_id text not null,
  starts_at timestamptz not null,
  -- A step of the cadence; `manual:<id>` where staff sent it, `noShow` for the text after a visit that nobody came to.
  step text not null,
  type text not null check (type in ('reminder', 'noShow', 'invitation')),
  channel text not null check (channel in ('sms', 'email')),
  status text not null check (status in ('queued', 'sent', 'delivered', 'notDelivered', 'skipped')),
  reason text,
  message_id text,
  mail_id text,
  address text,
  user_id text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, appointment_id, starts_at, step),
  foreign key (organization_id, appointment_id) references appointments (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index reminders_of_patient on reminders (organization_id, patient_id, created_at desc, id desc);
create index reminders_of_message on reminders (organization_id, message_id) where message_id is not null;
create index reminders_of_mail on reminders (organization_id, mail_id) where mail_id is not null;
create index reminders_made on reminders (organization_id, created_at);
select isolate_tenant('reminders');
grant select, insert, update on reminders to foyer_app;

create table due_dates (
  organization_id text not null references organizations (id),
  id text not null,
  patient_id text not null,
  appointment_type text not null,
  due_date date not null,
  last_visit_date date,
  every_days integer check (every_days > 0),
  source text not null default 'staff' check (source in ('staff', 'import', 'visit')),
  invited_at timestamptz,
  done_at timestamptz,
  -- The appointment that fulfilled it; null if staff did.
  done_by text,
  version bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index due_dates_by_day on due_dates (organization_id, due_date, id) where done_at is null;
create index due_dates_of_patient on due_dates (organization_id, patient_id, due_date);
select isolate_tenant('due_dates');
grant select, insert, update on due_dates to foyer_app;
grant select, insert on due_dates to foyer_system;

-- The page behind the link of a reminder by e-mail. The token itself is not stored.
create table visit_links (
  token_hash text primary key,
  organization_id text not null references organizations (id),
  appointment_id text not null,
  expires_at timestamptz not null,
  foreign key (organization_id, appointment_id) references appointments (organization_id, id)
);
create index visit_links_of_appointment on visit_links (organization_id, appointment_id);
create index visit_links_expired on visit_links (expires_at);
select isolate_tenant('visit_links');
grant select, insert, delete on visit_links to foyer_app;
grant select, delete on visit_links to foyer_system;
