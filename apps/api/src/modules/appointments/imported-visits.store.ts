/** Finds the visits of a spreadsheet's rows, and keeps their ids at the clinic's record system. */
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { AppointmentState } from './appointments.rules.ts'

/** The visits that a row may mean. A key that is null finds none. */
export interface WantedVisit {
  /** The id at the record system. */
  readonly externalId: string | null
  readonly at: { readonly mrn: string; readonly patientId: string | null; readonly startsAt: Date } | null
}

export interface FoundVisit
  extends Pick<
    AppointmentState,
    'id' | 'patientId' | 'doctorId' | 'startsAt' | 'endsAt' | 'status' | 'type' | 'location'
  > {
  /** The place of the row among those that were asked for. */
  readonly place: number
  readonly by: 'id' | 'time'
  readonly externalId: string | null
  readonly mrn: string | null
  readonly patientName: string
}

/** More visits of a patient at one time are more than a person compares. */
const FOUND_MAX = 20

/** The visits of each row in the order of the rows; those of one time in the order in which they were made. */
export async function findVisits(
  tx: Tx,
  organizationId: string,
  wanted: readonly WantedVisit[],
): Promise<FoundVisit[]> {
  const given = wanted.map(({ externalId, at }, place) => ({ place, externalId, ...at }))
  const most = sql.lit(FOUND_MAX)
  // The keys are computed before the join: a condition with a function that isn't leakproof reaches no index. The limits keep the
  // look-ups inside the loop over the rows: as long as the tables have no statistics, PostgreSQL would begin with all visits.
  const { rows } = await sql<FoundVisit>`
    with wanted as materialized (
      select place, lower("externalId") as external_key, lower(mrn) as mrn, "patientId" as patient_id,
        "startsAt" as starts_at
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (place int, "externalId" text, mrn text, "patientId" text, "startsAt" timestamptz)
    )
    select wanted.place, found.by, a.id, external.external_id as "externalId", a.patient_id as "patientId", p.mrn,
      a.doctor_id as "doctorId", a.starts_at as "startsAt", a.ends_at as "endsAt", a.status, a.type, a.location,
      trim(p.first_name || ' ' || p.last_name) as "patientName"
    from wanted
    cross join lateral (
      (
        select 'id' as by, appointment_id as id from external_visits
        where organization_id = ${organizationId} and external_key = wanted.external_key limit 1
      ) union all (
        select 'time', timed.id from (
          (select id from patients where organization_id = ${organizationId} and mrn_key = wanted.mrn order by id limit ${most})
          union select wanted.patient_id where wanted.patient_id is not null
        ) as own
        cross join lateral (
          select id from appointments
          where organization_id = ${organizationId} and patient_id = own.id and starts_at = wanted.starts_at limit ${most}
        ) as timed
      )
    ) as found
    cross join lateral (
      select * from appointments where organization_id = ${organizationId} and id = found.id limit 1
    ) as a
    cross join lateral (
      select * from patients where organization_id = ${organizationId} and id = a.patient_id limit 1
    ) as p
    left join lateral (
      select external_id from external_visits
      where organization_id = ${organizationId} and appointment_id = a.id limit 1
    ) as external on true
    order by wanted.place, a.created_at, a.id`.execute(tx)
  return rows
}

export interface ExternalVisit {
  readonly appointmentId: string
  readonly externalId: string
}

/** Sent without waiting, after the visits themselves. A visit that gets another id loses the former one. */
export function saveExternalIds(tx: Tx, organizationId: string, visits: readonly ExternalVisit[]): void {
  if (visits.length === 0) return
  const ids = visits.map(({ appointmentId }) => appointmentId)
  const externalIds = visits.map(({ externalId }) => externalId)
  const save = sql`
    insert into external_visits (organization_id, external_key, external_id, appointment_id)
    select ${organizationId}, lower(external_id), external_id, appointment_id
    from unnest(${ids}::text[], ${externalIds}::text[]) as given (appointment_id, external_id)
    on conflict (organization_id, appointment_id) do update
      set external_key = excluded.external_key, external_id = excluded.external_id`
  sendUnawaited(tx, { compile: () => save.compile(tx) })
}
