-- Short links, consent to e-mail, and what patients did after a campaign. The tables lie below the campaigns themselves, so
-- that visits, automations and the inbox can write them.

-- An address may be longer than an index takes.
create function digest_of(url text) returns bytea
  language sql immutable parallel safe return sha256(convert_to(url, 'UTF8'));

-- A code leads to one address. A personal link has its campaign and patient; a shared one is the same for everybody who asks
-- for its address.
create table short_links (
  organization_id text not null references organizations (id),
  code text not null unique,
  url text not null,
  campaign_id text,
  patient_id text,
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, code),
  check ((campaign_id is null) = (patient_id is null))
);
create unique index short_links_shared on short_links (organization_id, digest_of(url)) where campaign_id is null;
create unique index short_links_personal
  on short_links (organization_id, campaign_id, patient_id, digest_of(url)) where campaign_id is not null;
create index short_links_by_end on short_links (expires_at);

create table link_hits (
  organization_id text not null,
  id bigint generated always as identity,
  code text not null,
  at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, code) references short_links (organization_id, code) on delete cascade
);
create index link_hits_of_link on link_hits (organization_id, code, at);

-- How often an address asked for a link that does not exist, or unsubscribed, by a hash of the address.
create table link_misses (
  key text primary key,
  misses integer not null,
  until timestamptz not null
);
create index link_misses_over on link_misses (until);

-- Whether an address wants campaign and template mails. Without a row it may be written to.
create table mail_consents (
  organization_id text not null references organizations (id),
  -- In lower case.
  address text not null,
  status text not null check (status in ('subscribed', 'unsubscribed')),
  at timestamptz not null,
  source text not null,
  primary key (organization_id, address)
);

-- What a patient did after a campaign, once each.
create table campaign_marks (
  organization_id text not null references organizations (id),
  campaign_id text not null,
  patient_id text not null,
  event text not null check (event in ('opened', 'clicked', 'replied', 'optedOut', 'booked')),
  at timestamptz not null,
  source text not null check (source in ('phone', 'mail', 'link', 'staff', 'visit')),
  primary key (organization_id, campaign_id, patient_id, event)
);
create index campaign_marks_by_event on campaign_marks (organization_id, campaign_id, event, at);

select isolate_tenant('short_links'), isolate_tenant('link_hits'), isolate_tenant('mail_consents'), isolate_tenant('campaign_marks');
grant select, insert, update on short_links, mail_consents to foyer_app;
grant select, insert on link_hits, campaign_marks to foyer_app;
-- A code names its link without the organization; the retention deletes links that have ended.
grant select, delete on short_links to foyer_system;
grant select, insert, update, delete on link_misses to foyer_system;
