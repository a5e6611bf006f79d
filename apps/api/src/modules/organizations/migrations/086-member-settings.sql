-- What a member sets for themselves in an organization, by the name of the setting. Without a row the default holds.
create table member_settings (
  organization_id text not null references organizations (id),
  user_id text not null,
  name text not null,
  value jsonb not null,
  version int not null default 1,
  primary key (organization_id, user_id, name)
);
select isolate_tenant('member_settings');
grant select, insert, update on member_settings to foyer_app;
