-- The changes of a campaign's sends and marks since its figures were last told. Each transaction adds rows of its own, so that
-- those of one campaign do not wait for each other, except for the first ones of an idle campaign. The worker takes the rows that
-- it sees, and looks again for later ones.
create table campaign_changes (
  organization_id text not null,
  campaign_id text not null,
  id bigint generated always as identity,
  primary key (organization_id, campaign_id, id)
);
select isolate_tenant('campaign_changes');
grant select, insert, delete on campaign_changes to foyer_app;

-- A row of news is kept as long as a change of its campaign is not told. The first change of an idle campaign is told at once.
alter table campaign_news alter column due_at set default now();

create or replace function note_campaign_news() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select distinct organization_id, campaign_id from changed order by organization_id, campaign_id loop
    loop
      -- The worker removes no row of news until the transactions end that share its lock.
      perform from campaign_news
        where organization_id = one.organization_id and campaign_id = one.campaign_id for key share;
      exit when found;
      insert into campaign_news (organization_id, campaign_id) values (one.organization_id, one.campaign_id)
        on conflict do nothing;
    end loop;
    insert into campaign_changes (organization_id, campaign_id) values (one.organization_id, one.campaign_id);
  end loop;
  return null;
end $$;

insert into campaign_changes (organization_id, campaign_id) select organization_id, campaign_id from campaign_news;
