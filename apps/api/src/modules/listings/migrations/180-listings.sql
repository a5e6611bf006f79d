-- The connection of an organization to its business listings at Google.
create table listing_connections (
  organization_id text primary key references organizations (id),
  state text not null check (state in ('off', 'connected', 'needs_consent')),
  account text,
  -- Google's refresh token, sealed for this organization.
  sealed_token text,
  connected_by text,
  connected_by_name text,
  connected_at timestamptz
);

-- Consents that are under way at Google, by the digest of their state.
create table listing_consents (
  organization_id text not null references organizations (id),
  state text primary key,
  user_id text not null,
  session_id text not null,
  verifier text not null,
  expires_at timestamptz not null
);

-- A location of a listing. The row is also the job of keeping its reviews equal to Google's.
create table listing_locations (
  organization_id text not null references organizations (id),
  id text not null,
  account text not null,
  title text not null,
  address text not null default '',
  phone text,
  website_uri text,
  latitude double precision,
  longitude double precision,
  new_review_uri text,
  average_rating double precision,
  total_review_count int not null default 0,
  -- Null: not connected any more.
  due_at timestamptz,
  leased_by text,
  leased_until timestamptz,
  -- A full pass under way: where it goes on, and since when it runs. What it has not shown is asked for one by one.
  pass_token text,
  pass_since timestamptz,
  pass_marks boolean not null default false,
  last_sync_at timestamptz,
  last_full_at timestamptz,
  problem text check (problem in ('needs_consent', 'busy', 'unreachable', 'refused')),
  -- How many tries failed in a row.
  failed int not null default 0,
  -- The counts of its reviews, which a trigger keeps.
  total int not null default 0,
  needs_reply int not null default 0,
  low int not null default 0,
  drafts int not null default 0,
  rejected int not null default 0,
  primary key (organization_id, id)
);
create index listing_locations_due on listing_locations (due_at) where due_at is not null;

-- A review, as Google has it, and what the staff make of it. No column says which patient wrote it.
create table reviews (
  organization_id text not null,
  location_id text not null,
  review_id text not null,
  key text not null generated always as (location_id || '/' || review_id) stored,
  -- Null: anonymous.
  reviewer text,
  stars smallint not null check (stars between 1 and 5),
  comment text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The reply that stands at Google.
  reply text,
  reply_at timestamptz,
  reply_state text check (reply_state in ('PENDING', 'APPROVED', 'REJECTED')),
  reply_violation text,
  -- The member who wrote the reply that stands at Google; null if another did.
  replied_by text,
  replied_by_name text,
  state text not null check (state in
    ('needsReply', 'posting', 'pending', 'public', 'rejected', 'failed', 'overtaken', 'removing', 'removed')),
  edited_after_reply boolean not null default false,
  -- The reply that is on its way, and the one that another reply overtook. It was written while `seen_reply` stood at Google.
  wanted text,
  wanted_at timestamptz,
  wanted_by text,
  wanted_by_name text,
  seen_reply text,
  draft text,
  draft_at timestamptz,
  draft_by text,
  draft_by_name text,
  draft_version int not null default 0,
  -- The last reply that Google did not take or took down.
  refused text,
  refused_at timestamptz,
  refused_by text,
  refused_by_name text,
  refused_violation text,
  refused_message text,
  problem text check (problem in ('needs_consent', 'busy', 'unreachable')),
  -- When a full pass last showed it.
  seen_at timestamptz not null,
  removed_at timestamptz,
  version bigint not null,
  -- The job: bring the reply or its removal to Google, or ask what became of it. Null: nothing is to be done.
  due_at timestamptz,
  leased_by text,
  leased_until timestamptz,
  -- Set before Google is called; how often in a row it did not take the call, and how often it was asked about a pending reply.
  called_at timestamptz,
  -- When an answer of Google last settled the reply. What Google was asked before it is older.
  settled_at timestamptz,
  not_taken int not null default 0,
  asked int not null default 0,
  search_text text generated always as (lower(coalesce(reviewer, '') || ' ' || comment)) stored,
  primary key (organization_id, location_id, review_id),
  foreign key (organization_id, location_id) references listing_locations (organization_id, id)
);
create index reviews_by_update on reviews (organization_id, updated_at desc, key desc) where state <> 'removed';
create index reviews_by_time on reviews (organization_id, created_at desc, key desc) where state <> 'removed';
create index reviews_by_stars on reviews (organization_id, stars, key desc) where state <> 'removed';
create index reviews_waiting on reviews (organization_id, updated_at desc, key desc)
  where state in ('needsReply', 'rejected', 'failed', 'removing');
create index reviews_low on reviews (organization_id, updated_at desc, key desc) where stars <= 2 and state <> 'removed';
create index reviews_of_location on reviews (organization_id, location_id, updated_at desc, key desc) where state <> 'removed';
create index reviews_found on reviews using gin (organization_id, search_text gin_trgm_ops);
create index reviews_due on reviews (due_at) where due_at is not null;
create index reviews_unseen on reviews (organization_id, location_id, seen_at) where state <> 'removed';

-- A change of a listing. The row is also the job of finding out what became of it.
create table listing_changes (
  organization_id text not null,
  id text not null,
  location_id text not null,
  kind text not null check (kind in ('fields', 'attributes')),
  mask text[] not null,
  before jsonb not null,
  wanted jsonb not null,
  by_id text not null,
  by_name text,
  at timestamptz not null,
  state text not null check (state in ('sending', 'applied', 'refused', 'unknown')),
  problems jsonb not null default '[]',
  version bigint not null,
  due_at timestamptz,
  leased_by text,
  leased_until timestamptz,
  tries int not null default 0,
  primary key (organization_id, id),
  foreign key (organization_id, location_id) references listing_locations (organization_id, id)
);
-- One change of a location at a time, so that none overtakes another.
create unique index listing_changes_open on listing_changes (organization_id, location_id) where state in ('sending', 'unknown');
create index listing_changes_due on listing_changes (due_at) where due_at is not null;

create table review_canned_replies (
  organization_id text not null references organizations (id),
  id text not null,
  title text not null,
  comment text not null,
  version bigint not null default 0,
  primary key (organization_id, id)
);

-- How many requests a name made in a span of time, for Google's limits.
create table google_paces (
  organization_id text not null references organizations (id),
  name text not null,
  span bigint not null,
  used int not null,
  primary key (organization_id, name)
);

select isolate_tenant('listing_connections');
select isolate_tenant('listing_consents');
select isolate_tenant('listing_locations');
select isolate_tenant('reviews');
select isolate_tenant('listing_changes');
select isolate_tenant('review_canned_replies');
select isolate_tenant('google_paces');

grant select, insert, update, delete on listing_connections, listing_consents, listing_locations, reviews, listing_changes,
  review_canned_replies, google_paces to foyer_app;
grant select, insert, update, delete on listing_connections, listing_consents, listing_locations, reviews, listing_changes,
  review_canned_replies, google_paces to foyer_system;

-- The counts of a location change with its reviews, in the same transaction and whichever code changes them. A transaction that
-- changes reviews has locked their location before.
create function count_reviews() returns trigger language plpgsql as $$
begin
  update listing_locations as location
  set total = location.total + moved.total,
    needs_reply = location.needs_reply + moved.needs_reply,
    low = location.low + moved.low,
    drafts = location.drafts + moved.drafts,
    rejected = location.rejected + moved.rejected
  from (
    select organization_id, location_id, sum(sign) as total,
      coalesce(sum(sign) filter (where state in ('needsReply', 'rejected', 'failed', 'removing')), 0) as needs_reply,
      coalesce(sum(sign) filter (where stars <= 2), 0) as low,
      coalesce(sum(sign) filter (where draft is not null), 0) as drafts,
      coalesce(sum(sign) filter (where state = 'rejected'), 0) as rejected
    from (
      select 1 as sign, organization_id, location_id, state, stars, draft from after_rows
      union all
      select -1, organization_id, location_id, state, stars, draft from before_rows
    ) as changed
    where state <> 'removed'
    group by organization_id, location_id
  ) as moved
  where location.organization_id = moved.organization_id and location.id = moved.location_id
    and (moved.total, moved.needs_reply, moved.low, moved.drafts, moved.rejected) <> (0, 0, 0, 0, 0);
  return null;
end $$;
create function count_new_reviews() returns trigger language plpgsql as $$
begin
  update listing_locations as location
  set total = location.total + added.total,
    needs_reply = location.needs_reply + added.needs_reply,
    low = location.low + added.low,
    drafts = location.drafts + added.drafts,
    rejected = location.rejected + added.rejected
  from (
    select organization_id, location_id, count(*) as total,
      count(*) filter (where state in ('needsReply', 'rejected', 'failed', 'removing')) as needs_reply,
      count(*) filter (where stars <= 2) as low,
      count(*) filter (where draft is not null) as drafts,
      count(*) filter (where state = 'rejected') as rejected
    from after_rows
    where state <> 'removed'
    group by organization_id, location_id
  ) as added
  where location.organization_id = added.organization_id and location.id = added.location_id;
  return null;
end $$;
create trigger reviews_counted after update on reviews
  referencing old table as before_rows new table as after_rows for each statement execute function count_reviews();
create trigger reviews_added after insert on reviews
  referencing new table as after_rows for each statement execute function count_new_reviews();
