-- The end of a list by admission. `appointments_undated` has all who are still there, few of whom have no admission.
create index appointments_never_admitted on appointments (organization_id, status, starts_at, id)
  where status in ('admitted', 'discharged') and admitted_at is null;
