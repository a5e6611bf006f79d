-- The demo data is inserted in the system scope, in which every other table of it may be filled.
grant select, insert on appointment_history, reminders to foyer_system;
grant insert on organization_settings to foyer_system;
