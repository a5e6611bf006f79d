-- The sequence number of the event that last told of a member, as conversations have it: a browser merges its list of the
-- staff and the stream by it.
alter table members add column version bigint not null default 0;

-- As 002-identity.sql made it, with the version. Only its owner can replace a view.
grant create on schema public to foyer_system;
set local role foyer_system;
create or replace view staff with (security_barrier) as
  select members.organization_id, members.user_id, "user".name, "user".email, members.role, members.version
  from members
  join "user" on "user".id = members.user_id
  where members.organization_id = nullif(current_setting('app.org', true), '');
reset role;
revoke create on schema public from foyer_system;
