-- Who had to do with a patient, asked of years of rows. Without these a search reads every row that an organization has, and a
-- busy clinic has millions of them within months.

-- All ids that a call named, in whatever field.
create function audit_ids(subject jsonb) returns text[]
language sql immutable parallel safe
return array(select value #>> '{}' from jsonb_path_query(subject, '$.*[*]') as value);

-- Each row pays for itself: no call waits for what the calls before it left to do.
create index audit_log_ids on audit_log using gin (organization_id, audit_ids(subject)) with (fastupdate = off);
create index audit_log_at on audit_log (organization_id, at);

-- `&&` isn't leakproof: one more narrow door, like that of the searches. Newest first and bounded; a page goes on before the
-- last one's end. Materialized, so that no plan walks the rows in order and hopes to meet one of the few.
create function audit_naming(ids text[], before bigint, most integer) returns setof bigint
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  with found as materialized (
    select id from public.audit_log
    where organization_id = nullif(current_setting('app.org', true), '') and audit_ids(subject) && ids
      and id < before
  )
  select id from found order by id desc limit most
$$;

grant create on schema public to foyer_system;
alter function audit_naming(text[], bigint, integer) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function audit_naming(text[], bigint, integer) from public;
grant execute on function audit_naming(text[], bigint, integer) to foyer_app;
