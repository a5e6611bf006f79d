-- The team that a conversation belongs to.
alter table conversations add column team_id text;
alter table conversations add constraint conversations_team
  foreign key (organization_id, team_id) references teams (organization_id, id);
create index conversations_of_team on conversations (organization_id, team_id, id) where team_id is not null;

-- The workload counts the open conversations of each staff member and team.
create index conversations_with_work on conversations (organization_id)
  where status in ('open', 'unassigned') and snoozed_until is null and (staff_assigned <> '{}' or team_id is not null);
