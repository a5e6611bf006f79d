-- The table holds how far each organization's reconciliation has come; its name said something else.
alter table missed_text_looks rename to reconciliation_runs;
alter index missed_text_looks_pkey rename to reconciliation_runs_pkey;
alter table reconciliation_runs
  rename constraint missed_text_looks_organization_id_fkey to reconciliation_runs_organization_id_fkey;
