-- As 059-staff-versions.sql made it, without the members whose account is disabled: colleagues neither assign nor mention
-- them. Their names come from known_staff. Only its owner can replace a view.
grant create on schema public to foyer_system;
set local role foyer_system;
create or replace view staff with (security_barrier) as
  select members.organization_id, members.user_id, "user".name, "user".email, members.role, members.version
  from members
  join "user" on "user".id = members.user_id
  where members.organization_id = nullif(current_setting('app.org', true), '') and not "user".disabled;
reset role;
revoke create on schema public from foyer_system;
