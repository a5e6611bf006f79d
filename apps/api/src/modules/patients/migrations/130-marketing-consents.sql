-- A patient's written consent to promotion: when it was given, and how it is on record. Both are null without one.
alter table patients
  add column marketing_consent_at timestamptz,
  add column marketing_consent_source text,
  add check ((marketing_consent_at is null) = (marketing_consent_source is null));
