/** Fills a generated clinic with patients and appointments, so many a day whatever their number, around today. */
import pg from 'pg'
import type { GeneratedClinic } from './generated-clinic.ts'

const A_DAY = 200
const DOCTORS = 20
/** The patients whom a search for "zelda" finds, also among a million. */
const ZELDAS = 200

export async function addVisits({ databaseUrl, organizationId }: GeneratedClinic, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // The rows are consistent as they are, and triggers and foreign keys would check them one by one.
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `insert into doctors (organization_id, id, first_name, last_name, name)
       select $1, 'doctor' || n, 'Doctor', 'Number' || n, 'Dr. Number' || n from generate_series(1, $2::int) as n`,
      [organizationId, DOCTORS],
    )
    await client.query(
      `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, mrn, insurance_type,
         eligible, visit_doctor_id)
       select $1, 'v' || n, 'v' || n, case when n % greatest(1, $2::int / $3::int) = 0 then 'Zelda' else 'First' || n % 997 end,
         'Last' || md5(n::text), '+1737' || lpad(n::text, 7, '0'), 'V' || lpad(n::text, 8, '0'),
         case when n % 1000 = 0 then 'Rare Mutual' when n % 3 = 0 then 'Aetna' else 'Blue Cross PPO' end, n % 2 = 0,
         'doctor' || 1 + n % $4::int
       from generate_series(1, $2::int) as n`,
      [organizationId, count, ZELDAS, DOCTORS],
    )
    await client.query(
      `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
         location, admitted_at, version)
       select $1, 'v' || lpad(n::text, 8, '0'), 'v' || n, doctor, doctor, start, start + interval '20 minutes',
         case when n % 500 = 0 then 'admitted' when n % 40 = 0 then 'cancelled' when n % 41 = 0 then 'noShow'
           when start < now() then 'completed' when n % 3 = 0 then 'confirmed' else 'scheduled' end,
         case when n % 5 = 0 then 'New patient' else 'Follow-up' end, 'Northgate',
         case when n % 500 = 0 then start end, n
       from generate_series(1, $2::int) as n,
         lateral (select 'doctor' || 1 + n % $3::int as doctor,
           date_trunc('day', now()) + interval '14 hours' + (n / $4::int - $2::int / $4::int / 2) * interval '1 day'
             + n % $4::int * interval '2 minutes' as start) as made`,
      [organizationId, count, DOCTORS, A_DAY],
    )
    await client.query('vacuum (analyze) patients, appointments, doctors')
  } finally {
    await client.end()
  }
}
