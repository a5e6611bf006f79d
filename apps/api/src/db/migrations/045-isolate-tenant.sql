-- One way to isolate a table of organizations: `select isolate_tenant('visits')` after `create table visits (...)`.
-- foyer_app then sees the rows of its own organization alone, and foyer_system all rows; what either may do with them
-- stays for the migration to grant.
create function isolate_tenant(tenant regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant);
  execute format('alter table %s force row level security', tenant);
  execute format('create policy own_organization on %s to foyer_app
    using (organization_id = nullif(current_setting(''app.org'', true), ''''))
    with check (organization_id = nullif(current_setting(''app.org'', true), ''''))', tenant);
  execute format('create policy above_organizations on %s to foyer_system using (true) with check (true)', tenant);
end $$;
revoke execute on function isolate_tenant(regclass) from public;
