-- A code beside the password, and the way back to a forgotten one. As with all of identity, only foyer_system knows these tables.

create table second_factors (
  user_id text primary key references "user" (id) on delete cascade,
  -- of the authenticator; encrypted with a key of AUTH_SECRET
  secret text not null,
  -- null until a first code showed that the authenticator works: until then it is asked for nowhere
  since timestamptz,
  -- each code counts once: the half minute, counted from 1970, whose code was used last
  last_step integer,
  -- half minutes to come whose codes were shown too early, by a phone whose clock is ahead: they will not count
  void_steps integer[] not null default '{}'
);

-- Those that were not used yet.
create table recovery_codes (
  user_id text not null references second_factors (user_id) on delete cascade,
  -- keyed with AUTH_SECRET
  digest text not null,
  primary key (user_id, digest)
);

-- Who gave the right password and owes the code. The digest is that of the cookie.
create table first_steps (
  digest text primary key,
  user_id text not null references "user" (id) on delete cascade,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index first_steps_by_user on first_steps (user_id);
create index first_steps_by_end on first_steps (expires_at);

-- Somebody asks for a new password. Of whom it is, if of anybody, is looked up after they were answered.
create table password_asks (
  id text primary key,
  email text not null,
  request_id text not null,
  asked_at timestamptz not null
);
create index password_asks_order on password_asks (asked_at);

-- The newest link of each user, by the digest of what it carries: an older one is void.
create table password_links (
  user_id text primary key references "user" (id) on delete cascade,
  digest text not null unique,
  expires_at timestamptz not null
);

grant select, insert, update, delete on second_factors, recovery_codes, first_steps, password_asks, password_links
  to foyer_system;
