/** The appointments, doctors and due dates of the test clinics, under the ids that the examples of calls name. */
import { example } from '@foyer/contracts/examples.ts'
import type { FreshDatabase } from '../support/postgres.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Lakeside's records; their words are `words`, which no one of Cedar may read. */
export const FOREIGN_VISITS = {
  ...{
    doctorId: 'doctor9',
    appointmentId: 'visit9',
    dueDateId: 'due9',
    undoId: 'undo-visit9',
    reminderId: 'reminder9',
    departmentId: 'dep9',
    pictureId: 'picture9',
    doctorUndoId: 'undo-doctor9',
  },
} as const

export async function addVisits({ query }: Pick<FreshDatabase, 'query'>, words: string): Promise<void> {
  const [doctor, other] = example.doctorIds
  const [asked, toConfirm, replied] = example.appointmentIds
  const [overdue, coming] = example.dueDateIds
  await query(
    `insert into doctors (organization_id, id, first_name, last_name, name) values
      ('org_cedar', 'd1', 'Ada', 'Amin', 'Dr. Amin'), ('org_cedar', $1, 'Amara', 'Okafor', 'Dr. Amara Okafor'),
      ('org_cedar', $2, 'Lucia', 'Reyes', 'Dr. Lucia Reyes'), ('org_lakeside', 'doctor9', $3, $3, $3)`,
    [doctor, other, words],
  )
  await query(`insert into departments (organization_id, id, name) values
    ('org_cedar', 'dep_northgate', 'Northgate'), ('org_lakeside', 'dep9', '${words}')`)
  await query(
    `insert into doctor_pictures (organization_id, id, doctor_id, large, small, made_at) values
      ('org_cedar', $1, $2, 'large', 'small', now()), ('org_lakeside', 'picture9', 'doctor9', $3, $3, now())`,
    [example.pictureId, doctor, Buffer.from(words)],
  )
  await query(
    `insert into telemedicine_services (organization_id, id, name) values ('org_cedar', 'tel_video', 'Video')`,
  )
  await query(
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
       location, reply_kind, reply_at)
     select organization, id, patient, doctor, name, starts_at::timestamptz, starts_at::timestamptz + interval '30 minutes',
       status, type, location, reply, case when reply is not null then now() end
     from (values
       ('org_cedar', 'a1', 'p1', 'd1', 'Dr. Amin', '2126-11-20 05:30Z', 'confirmed', 'Check-up', 'Room 1', null),
       ('org_cedar', $1, 'p1', $4, 'Dr. Amara Okafor', '2126-11-21 15:00Z', 'scheduled', 'Follow-up', 'Northgate', null),
       ('org_cedar', $2, 'p2', $4, 'Dr. Amara Okafor', '2126-11-21 16:00Z', 'scheduled', 'Labs', 'Northgate', null),
       ('org_cedar', $3, 'p1', $5, 'Dr. Lucia Reyes', '2126-11-22 15:00Z', 'scheduled', 'Labs', 'Northgate', 'unclear'),
       ('org_cedar', 'past1', 'p1', $5, 'Dr. Lucia Reyes', '2026-10-22 15:00Z', 'completed', 'Labs', 'Northgate', null),
       ('org_lakeside', 'visit9', 'p9', 'doctor9', $6, '2126-11-21 15:00Z', 'scheduled', $6, $6, null)
     ) as rows (organization, id, patient, doctor, name, starts_at, status, type, location, reply)`,
    [asked, toConfirm, replied, doctor, other, words],
  )
  await query(
    `insert into due_dates (organization_id, id, patient_id, appointment_type, due_date, every_days, version) values
      ('org_cedar', $1, 'p1', 'Mammogram', '2026-10-28', 730, 0), ('org_cedar', $2, 'p2', 'Flu shot', '2026-11-28', null, 0),
      ('org_lakeside', 'due9', 'p9', $3, '2026-10-28', null, 0)`,
    [overdue, coming, words],
  )
  await query(
    `insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status, address,
       created_at)
     select organization_id, case organization_id when 'org_cedar' then 'reminder1' else 'reminder9' end, id, patient_id,
       starts_at, 'step_2d', 'reminder', 'email', 'delivered',
       case organization_id when 'org_cedar' then 'rosalind@patients.test' else $2 end, now()
     from appointments where id in ($1, 'visit9')`,
    [asked, words],
  )
}

/** Undo steps that stay valid longer than the test takes: Lena's of `a1`, Omar's of Lakeside's visit. */
export async function addVisitUndo({ query }: Pick<FreshDatabase, 'query'>): Promise<void> {
  for (const [organizationId, id, userId, appointmentId, fields] of [
    [
      'org_cedar',
      example.visitUndoId,
      'usr_lena',
      'a1',
      [{ field: 'status', before: 'scheduled', after: 'confirmed' }],
    ],
    ['org_lakeside', 'undo-visit9', 'usr_omar', 'visit9', [{ field: 'reply', before: { kind: 'late' }, after: null }]],
  ] as const)
    await query(
      `insert into appointment_undo (organization_id, id, user_id, made_at, steps) values ($1, $2, $3, '2126-11-19', $4)`,
      [organizationId, id, userId, JSON.stringify([{ appointmentId, fields, historyLength: 0 }])],
    )
}

/** Undo steps that stay valid longer than the test takes: Lena's of an archived doctor, Omar's of Lakeside's. */
export async function addDoctorUndo({ query }: Pick<FreshDatabase, 'query'>): Promise<void> {
  for (const [organizationId, id, userId, doctorId] of [
    ['org_cedar', example.doctorUndoId, 'usr_lena', 'd1'],
    ['org_lakeside', FOREIGN_VISITS.doctorUndoId, 'usr_omar', FOREIGN_VISITS.doctorId],
  ])
    await query(
      `insert into doctor_undo (organization_id, id, user_id, made_at, step) values ($1, $2, $3, '2126-11-19', $4)`,
      [organizationId, id, userId, JSON.stringify({ kind: 'archived', doctorIds: [doctorId] })],
    )
}

/**
 * The days that examples name, as days from now, because appointments are booked in the future. Later days come first: a day
 * that replaces another is not replaced again.
 */
export function comingDays(now: Date): Record<string, string> {
  const inDays = (count: number) => new Date(now.getTime() + count * DAY_MS).toISOString().slice(0, 10)
  return { '2026-11-27': inDays(8), '2026-11-24': inDays(5), '2026-11-20': inDays(1) }
}
