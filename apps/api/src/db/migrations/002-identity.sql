-- Who may sign in. The tables are better-auth's, with its names (it creates them elsewhere by itself; here every change
-- of the schema is a migration that can be read). Only foyer_system knows them: a tenant's transaction sees no more of
-- an identity than the view at the end shows.

create table "user" (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  "emailVerified" boolean not null default false,
  image text,
  disabled boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

create table session (
  id text primary key,
  token text not null unique,
  "userId" text not null references "user" (id) on delete cascade,
  -- the absolute end; the idle one is counted from "updatedAt", which is the last use
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text
);
create index session_by_user on session ("userId");
create index session_by_end on session ("expiresAt");

create table account (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references "user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  unique ("providerId", "accountId")
);
create index account_by_user on account ("userId");

create table verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_by_identifier on verification (identifier);

-- "privateKey" is encrypted with AUTH_SECRET.
create table jwks (
  id text primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  alg text,
  crv text
);

-- Wrong tries to sign in, by account, by address and by all together; a key is a digest, because people type
-- passwords into the field for the e-mail.
create table login_tries (
  key text primary key,
  tries integer not null,
  until timestamptz not null
);
create index login_tries_until on login_tries (until);

grant select, insert, update, delete on "user", session, account, verification, jwks, login_tries to foyer_system;

-- It reads as its owner, for whom the policy of members has no bounds: the condition here is the wall, and
-- security_barrier keeps a query's own functions behind it.
create view staff with (security_barrier) as
  select members.organization_id, members.user_id, "user".name, "user".email, members.role
  from members
  join "user" on "user".id = members.user_id
  where members.organization_id = nullif(current_setting('app.org', true), '');
grant create on schema public to foyer_system;
alter view staff owner to foyer_system;
revoke create on schema public from foyer_system;
grant select on staff to foyer_app;
