-- The first statement of a member's call: it names the organization whose rows the transaction sees, and returns what
-- the API checks before it uses any of them. foyer_app may not read users and sessions, so the function reads the
-- claimed ones with the rights of foyer_system. It always returns one row. Statements of the call are sent with it, so a
-- caller without membership or session gets a transaction that names no organization and sees nothing.
create function enter_organization(organization text, claimed_user text, claimed_session text)
returns table (
  disabled boolean,
  expires_at timestamptz,
  last_used_at timestamptz,
  role text,
  epoch text,
  seq bigint,
  counts jsonb,
  name text,
  timezone text,
  sms_number text
)
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform set_config('app.org', organization, true);
  select holder.disabled, session."expiresAt", session."updatedAt", member.role,
      head.epoch, head.seq, head.counts, head.name, head.timezone, head.sms_number
    into disabled, expires_at, last_used_at, role, epoch, seq, counts, name, timezone, sms_number
    from (values (claimed_user)) as claimed (user_id)
    left join public."user" as holder on holder.id = claimed.user_id
    left join public.session on session.id = claimed_session and session."userId" = holder.id
    left join (
      select members.user_id, members.role from public.members
      where organization_id = nullif(current_setting('app.org', true), '')
    ) as member on member.user_id = claimed.user_id
    left join (
      select heads.epoch, heads.seq, heads.counts, clinic.name, clinic.timezone, clinic.sms_number
      from public.organization_heads as heads
      join public.organizations as clinic on clinic.id = heads.organization_id
      where heads.organization_id = nullif(current_setting('app.org', true), '')
    ) as head on member.user_id is not null;
  if role is null or expires_at is null or disabled then
    perform set_config('app.org', '', true);
  end if;
  return next;
end $$;

grant create on schema public to foyer_system;
alter function enter_organization(text, text, text) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function enter_organization(text, text, text) from public;
grant execute on function enter_organization(text, text, text) to foyer_app;
