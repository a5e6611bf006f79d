-- How a member of an organization wants to be told of what happens while they look elsewhere. Who never chose has no row.
create table notification_preferences (
  organization_id text not null references organizations (id),
  user_id text not null,
  scope text not null check (scope in ('off', 'mine', 'organization')),
  sound boolean not null,
  show_text boolean not null,
  -- from, to and days, or null
  quiet jsonb,
  primary key (organization_id, user_id)
);

alter table notification_preferences enable row level security;
alter table notification_preferences force row level security;
create policy own_organization on notification_preferences to foyer_app
  using (organization_id = nullif(current_setting('app.org', true), ''))
  with check (organization_id = nullif(current_setting('app.org', true), ''));
grant select, insert, update on notification_preferences to foyer_app;
