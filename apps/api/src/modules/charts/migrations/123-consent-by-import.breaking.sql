-- An import opts numbers out too. Older programs refuse such an entry of the ledger.
alter table consent_changes drop constraint consent_changes_how_check;
alter table consent_changes
  add constraint consent_changes_how_check
    check (how in ('phone', 'inPerson', 'form', 'import', 'text', 'carrier', 'block'));
