-- Mails about accounts: the link to a new password, the invitation to an organization. And the invitations themselves.

-- The row is the queue too. A link's token lies nowhere: the worker makes it from AUTH_SECRET, the id and the nonce, and what
-- may be opened with it is found by its digest.
create table account_mails (
  id text primary key,
  kind text not null check (kind in ('password', 'invitation')),
  -- whose invitation it is; a password belongs to no organization
  organization_id text references organizations (id),
  address text not null check (address = lower(address)),
  -- who invites, as they were called when they did
  inviter_name text,
  nonce text not null,
  token_digest text not null,
  -- of the link
  expires_at timestamptz not null,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed', 'withdrawn')),
  service_id text,
  created_at timestamptz not null,
  ended_at timestamptz,
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- The service was asked and its answer is not known.
  handed_at timestamptz,
  leased_until timestamptz,
  leased_by text,
  check ((kind = 'invitation') = (organization_id is not null)),
  check ((status in ('queued', 'sending')) = (ended_at is null))
);
create index account_mails_due on account_mails (due_at) where ended_at is null;
create index account_mails_ended on account_mails (ended_at) where ended_at is not null;
create index account_mails_of_organization on account_mails (organization_id, created_at);

-- A mail belongs to an address, and most of them to no organization: no organization's own work reaches them.
alter table account_mails enable row level security;
alter table account_mails force row level security;
create policy above_organizations on account_mails to foyer_system using (true) with check (true);
grant select, insert, update, delete on account_mails to foyer_system;

create table invitations (
  organization_id text not null references organizations (id),
  id text not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('agent', 'supervisor', 'provider', 'admin')),
  -- null: whoever runs the house, when the organization was added
  invited_by text,
  -- By name too: it stays theirs when they have left.
  inviter_name text not null,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  -- of the newest link; former ones are void
  mail_id text not null,
  token_digest text not null unique,
  ended_as text check (ended_as in ('accepted', 'withdrawn', 'replaced')),
  ended_at timestamptz,
  accepted_by text,
  primary key (organization_id, id),
  check ((ended_as is null) = (ended_at is null)),
  check ((ended_as = 'accepted') = (accepted_by is not null))
);
create unique index invitations_open on invitations (organization_id, email) where ended_at is null;

alter table invitations enable row level security;
alter table invitations force row level security;
create policy own_organization on invitations to foyer_app
  using (organization_id = nullif(current_setting('app.org', true), ''))
  with check (organization_id = nullif(current_setting('app.org', true), ''));
-- Accepting one stands above organizations: whoever holds a link belongs to none yet.
create policy above_organizations on invitations to foyer_system using (true) with check (true);
grant select on invitations to foyer_app;
grant select, insert, update on invitations to foyer_system;

-- Who was a member once: what they did and what is still theirs keeps its name.
create table former_members (
  organization_id text not null references organizations (id),
  user_id text not null,
  left_at timestamptz not null,
  primary key (organization_id, user_id)
);
alter table former_members enable row level security;
alter table former_members force row level security;
create policy above_organizations on former_members to foyer_system using (true) with check (true);
grant select, insert, update, delete on former_members to foyer_system;

-- As `staff` of 002-identity.sql, for names alone: those who left are among them, and are offered nowhere.
create view known_staff with (security_barrier) as
  select known.organization_id, known.user_id, "user".name
  from (
    select organization_id, user_id from members
    where organization_id = nullif(current_setting('app.org', true), '')
    union all
    select organization_id, user_id from former_members as former
    where organization_id = nullif(current_setting('app.org', true), '')
      and not exists (
        select from members where members.organization_id = former.organization_id and members.user_id = former.user_id)
  ) as known
  join "user" on "user".id = known.user_id;
grant create on schema public to foyer_system;
alter view known_staff owner to foyer_system;
revoke create on schema public from foyer_system;
grant select on known_staff to foyer_app;
