-- The visits of a patient in their order. Without statistics, such as during an import of many, PostgreSQL prefers the newest of
-- indexes that it deems equal; an older one of the days made it read all visits for each patient.
create index appointments_of_patient on appointments (organization_id, patient_id, starts_at, id);
drop index appointments_patient;
