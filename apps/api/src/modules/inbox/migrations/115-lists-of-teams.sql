-- A list of one team's conversations walks an index in either order.
create index conversations_listed_by_team on conversations (organization_id, team_id, status, last_message_at desc, id desc)
  where team_id is not null;
create index conversations_waiting_by_team on conversations (organization_id, team_id, status, waiting_since, id)
  where team_id is not null and waiting_since is not null;

-- Null: the view lists every team.
alter table saved_views add column team text;
