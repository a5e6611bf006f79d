-- A team of an organization. The row of a removed team stays for the histories that name it.
create table teams (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  removed_at timestamptz,
  version bigint not null,
  primary key (organization_id, id)
);
create unique index teams_by_name on teams (organization_id, lower(name)) where removed_at is null;
select isolate_tenant('teams');
grant select, insert, update on teams to foyer_app;
grant select, insert on teams to foyer_system;

create table team_members (
  organization_id text not null references organizations (id),
  team_id text not null,
  user_id text not null,
  primary key (organization_id, team_id, user_id),
  foreign key (organization_id, team_id) references teams (organization_id, id)
);
create index team_members_of_user on team_members (organization_id, user_id);
select isolate_tenant('team_members');
grant select, insert, delete on team_members to foyer_app;
grant select, insert on team_members to foyer_system;
