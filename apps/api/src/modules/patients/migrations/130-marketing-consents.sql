-- A patient's written consent to promotion: the day on which it was given, and where it is on record. Both are null without one.
alter table patients
  add column marketing_consent_on date,
  add column marketing_consent_source text,
  add check ((marketing_consent_on is null) = (marketing_consent_source is null));
