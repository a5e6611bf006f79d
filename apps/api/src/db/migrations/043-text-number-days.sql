-- Texts that one number was sent on one of an organization's days; what is of an earlier day goes with the first text of
-- the next one. In this order of the key both are a walk of it.
create table text_number_days (
  organization_id text not null references organizations (id),
  day date not null,
  phone_number text not null,
  sent integer not null,
  primary key (organization_id, day, phone_number)
);
alter table text_number_days enable row level security;
alter table text_number_days force row level security;
create policy own_organization on text_number_days to foyer_app
  using (organization_id = nullif(current_setting('app.org', true), ''))
  with check (organization_id = nullif(current_setting('app.org', true), ''));
grant select, insert, update, delete on text_number_days to foyer_app;
