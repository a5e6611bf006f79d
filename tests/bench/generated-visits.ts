/**
 * Fills a generated clinic with patients, appointments, their reminders and due dates, so many a day whatever their number,
 * around today. Names, days of birth and insurances that a question looks for have as many patients in a clinic of 1,000 as
 * in one of a million.
 */
import pg from 'pg'

/** The patient with a long line of time. */
export const LONG_LINE = 'line'
export const LINE_ENTRIES = 1020

const A_DAY = 200
const DOCTORS = 20
const SOUGHT = 200

export async function addVisits(databaseUrl: string, organizationId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // The rows are consistent as they are, and triggers and foreign keys would check them one by one.
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'`,
    )
    await withoutIndexes(client, async () => {
      await client.query(
        `insert into doctors (organization_id, id, first_name, last_name, name)
         select $1, 'doctor' || n, 'Doctor', 'Number' || n, 'Dr. Number' || n from generate_series(1, $2::int) as n`,
        [organizationId, DOCTORS],
      )
      await client.query(PATIENTS, [organizationId, count, SOUGHT, DOCTORS])
      await client.query(APPOINTMENTS, [organizationId, count, A_DAY])
      await client.query(REMINDERS, [organizationId])
      await client.query(DUE_DATES, [organizationId, count])
      for (const statement of LINE) await client.query(statement, [organizationId])
    })
    for (const table of [...FILLED, 'doctors', 'conversations', 'messages', 'consent_changes'])
      await client.query(`vacuum (analyze) ${table}`)
  } finally {
    await client.end()
  }
}

const FILLED = ['patients', 'appointments', 'reminders', 'due_dates']

/** Builds them at once after the rows have come, which takes a fraction of the time. */
async function withoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not indisunique`,
    [FILLED],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await fill()
  for (const { definition } of rows) await client.query(definition)
}

/** $1 organization, $2 count, $3 sought, $4 doctors. Each of the sought ones lies apart from its like. */
const PATIENTS = `
  insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, mrn, birthdate, insurance_type,
    eligible, visit_doctor_id)
  select $1, 'v' || n, 'v' || n, case nth when 0 then 'Zelda' else 'First' || n % 997 end,
    case nth when 1 then 'Quill' else initcap(substr(md5(n::text), 1, 2)) || 'last' || n end,
    '+1737' || lpad(n::text, 7, '0'), 'V' || lpad(n::text, 8, '0'),
    case nth when 2 then date '1999-09-09' else date '1930-01-01' + n % 25000 end,
    case when nth = 3 then 'Rare Mutual' when n % 20 = 0 then 'Humana' when n % 3 = 0 then 'Aetna' else 'Blue Cross PPO' end,
    n % 2 = 0, 'doctor' || 1 + n / 3 % $4::int
  from (select n, n % greatest(4, $2::int / $3::int) as nth from generate_series(1, $2::int) as n) as numbered`

/** $1 organization, $2 count, $3 appointments of a day. */
const APPOINTMENTS = `
  insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
    location, admitted_at, discharged_at, reschedule, reschedule_at, version, patient_eligible, patient_insurance)
  select $1, 'v' || lpad(n::text, 8, '0'), p.id, p.visit_doctor_id, p.visit_doctor_id, start, start + interval '20 minutes', status,
    case when n % 5 = 0 then 'New patient' else 'Follow-up' end, 'Northgate',
    case when status in ('admitted', 'discharged') then start end, case when status = 'discharged' then start + interval '2 days' end,
    case when wishes then 'asked' end, case when wishes then now() end, n, p.eligible, p.insurance_type
  from generate_series(1, $2::int) as n
  cross join lateral (
    select n / $3::int - $2::int / $3::int / 2 as day,
      date_trunc('day', now()) + interval '14 hours' + (n / $3::int - $2::int / $3::int / 2) * interval '1 day'
        + n % $3::int * interval '2 minutes' as start
  ) as made
  cross join lateral (
    select case when n % 50 = 0 then 'admitted' when n % 50 = 1 then 'discharged' when n % 40 = 2 then 'cancelled'
      when n % 40 = 3 then 'noShow' when day = 0 and n % 10 = 4 then 'arrived' when day < 0 then 'completed'
      when n % 3 = 0 then 'confirmed' else 'scheduled' end as status
  ) as stands
  cross join lateral (select status in ('scheduled', 'confirmed') and n % 20 = 7 as wishes) as asks
  join patients as p on p.organization_id = $1 and p.id = 'v' || n`

/** $1 organization: a delivered reminder of each past appointment and of those of the next two days. */
const REMINDERS = `
  insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status, address,
    created_at)
  select organization_id, 'r' || id, id, patient_id, starts_at, 'step', 'reminder', 'sms', 'delivered', '+17370000000',
    starts_at - interval '2 days'
  from appointments where organization_id = $1 and starts_at < now() + interval '2 days'`

/** $1 organization, $2 count: most of them are in the next or were in the last year, and for some a visit is booked. */
const DUE_DATES = `
  insert into due_dates (organization_id, id, patient_id, appointment_type, due_date, version)
  select $1, 'd' || n, 'v' || n, (array['Follow-up', 'Mammogram', 'Flu shot', 'Annual physical'])[1 + n % 4],
    current_date - 200 + n % 400, 0
  from generate_series(1, $2::int) as n`

/** $1 organization: a patient with ${LINE_ENTRIES} entries in the line of time. */
const LINE = [
  `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, mrn)
   values ($1, '${LONG_LINE}', '${LONG_LINE}', 'Lina', 'Long', '+17379999999', 'LINE')`,
  `insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, last_message_at,
     search_text, version)
   values ($1, '${LONG_LINE}', '${LONG_LINE}', 'sms', '+17379999999', '+17379999999', 'resolved', now(), E'\\n', 0)`,
  `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, version)
   select $1, '${LONG_LINE}' || n, '${LONG_LINE}', case when n % 2 = 0 then 'inbound' else 'outbound' end, 'Text ' || n,
     now() - n * interval '1 day', case when n % 2 = 0 then 'received' else 'delivered' end, 0
   from generate_series(1, 600) as n`,
  `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
     location, version)
   select $1, '${LONG_LINE}' || n, '${LONG_LINE}', 'doctor1', 'Dr. Number1', start, start + interval '20 minutes', 'completed',
     'Follow-up', 'Northgate', 0
   from generate_series(1, 200) as n, lateral (select now() - n * interval '3 days' as start) as made`,
  `insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status, address,
     created_at)
   select organization_id, 'r' || id, id, patient_id, starts_at, 'step', 'reminder', 'sms', 'delivered', '+17379999999',
     starts_at - interval '2 days'
   from appointments where organization_id = $1 and patient_id = '${LONG_LINE}'`,
  `insert into consent_changes (organization_id, phone_number, at, was, becomes, how)
   select $1, '+17379999999', now() - n * interval '25 days', 'subscribed', 'opted_out', 'phone'
   from generate_series(1, 20) as n`,
  `insert into due_dates (organization_id, id, patient_id, appointment_type, due_date, version)
   select $1, '${LONG_LINE}' || n, '${LONG_LINE}', 'Type ' || n, current_date - 10 + n, 0 from generate_series(1, 10) as n`,
]
