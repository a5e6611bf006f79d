create index appointments_figures on appointments (organization_id, starts_at)
  include (status, confirmed_at, was_confirmed, moved_from, doctor_id, location);
