-- Signing in by an identity provider.

-- Who says what a member is: somebody here, or the provider's groups, which every sign-in by it makes anew.
alter table members add column governed_by text not null default 'foyer' check (governed_by in ('foyer', 'provider'));

-- Sign-ins that have gone to the provider and are not back. Each is used once, by the browser that began it: both are
-- known by their digests alone.
create table provider_sign_ins (
  state text primary key,
  browser text not null,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index provider_sign_ins_end on provider_sign_ins (expires_at);
grant select, insert, delete on provider_sign_ins to foyer_system;
