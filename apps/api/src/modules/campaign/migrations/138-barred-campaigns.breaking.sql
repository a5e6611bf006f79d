-- A campaign pauses itself when a launch would be refused by now.
alter table campaigns drop constraint campaigns_pause_reason_check;
alter table campaigns add constraint campaigns_pause_reason_check check (pause_reason in ('staff', 'failures', 'not_ready'));
