-- Reminders by schedule, by hand and for due dates.
alter table appointments
  -- The version of the last change of what conversations and patients' records show. A reminder changes `version` alone, so
  -- that it sends no event of a conversation.
  add column shown_version bigint not null default 0;
update appointments set shown_version = version;

alter table reminders
  alter column appointment_id drop not null,
  alter column starts_at drop not null,
  -- An invitation is about a due date and no appointment.
  add column due_date_id text,
  -- Whether it goes out although the patient has confirmed.
  add column also_confirmed boolean not null default false,
  add foreign key (organization_id, due_date_id) references due_dates (organization_id, id),
  add check (num_nonnulls(appointment_id, due_date_id) = 1),
  add check ((appointment_id is null) = (starts_at is null));
create index reminders_of_due_date on reminders (organization_id, due_date_id, created_at)
  where due_date_id is not null;
-- A step is judged again if a text about several visits is withdrawn because of another one of them.
grant delete on reminders to foyer_app;

-- The organizations whose setting of visits was saved. A worker computes the next reminder of their appointments anew, by
-- their starts; steps whose moment was before `saved_at` are not due.
create table reminder_plans (
  organization_id text primary key references organizations (id),
  saved_at timestamptz not null,
  after_at timestamptz,
  after_id text,
  due_at timestamptz not null default now(),
  ended_at timestamptz,
  leased_until timestamptz,
  leased_by text
);
create index reminder_plans_due on reminder_plans (due_at) where ended_at is null;
select isolate_tenant('reminder_plans');
grant select, insert, update on reminder_plans to foyer_app;
grant select, update on reminder_plans to foyer_system;

create index due_dates_of_type on due_dates (organization_id, appointment_type, due_date, id) where done_at is null;

-- How often the page behind the links of reminders was asked from an address, by a hash of the address.
create table visit_page_asks (
  key text primary key,
  asks integer not null,
  until timestamptz not null
);
create index visit_page_asks_over on visit_page_asks (until);
grant select, insert, update, delete on visit_page_asks to foyer_system;
