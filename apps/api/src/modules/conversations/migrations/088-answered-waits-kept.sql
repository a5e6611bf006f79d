-- The retention deletes old waits of every organization.
create index answered_waits_old on answered_waits (answered);
grant select, delete on answered_waits to foyer_system;
