import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { wake } from '../../db/wakes.ts'
import type { OutreachTables } from './outreach.tables.ts'

type Row = OutreachTables['campaign_marks']

export interface Mark {
  readonly organizationId: string
  readonly campaignId: string
  readonly patientId: string
  readonly event: Row['event']
  readonly at: Date
  readonly source: Row['source']
}

/** The topic of new marks: the figures of their campaigns changed. */
export const MARKS = 'campaign marks'

/** Keeps what a patient did after a campaign, once. False if it was kept before. */
export async function addMark(tx: Tx, mark: Mark): Promise<boolean> {
  const { organizationId, campaignId, patientId, event, at, source } = mark
  const added = await tx
    .insertInto('campaign_marks')
    .values({
      ...{ organization_id: organizationId, campaign_id: campaignId, patient_id: patientId },
      ...{ event, at, source },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event')
    .executeTakeFirst()
  if (added) wake(tx, MARKS, organizationId)
  return added !== undefined
}

interface Booked {
  readonly organizationId: string
  readonly patientId: string
  readonly at: Date
}

/** A visit counts for a campaign whose first text or e-mail left at most so long before. */
const BOOKED_WITHIN_DAYS = 30

/** Marks the campaigns that had the patient before the booking, and returns those that were not marked yet. */
export async function addBooked(tx: Tx, { organizationId, patientId, at }: Booked): Promise<string[]> {
  const since = new Date(at.getTime() - BOOKED_WITHIN_DAYS * 24 * 60 * 60_000)
  const { rows } = await sql<{ campaignId: string }>`
    insert into campaign_marks (organization_id, campaign_id, patient_id, event, at, source)
    select organization_id, campaign_id, patient_id, 'booked', ${at}, 'visit'
    from campaign_sends
    where organization_id = ${organizationId} and patient_id = ${patientId} and taken_at is not null
    group by organization_id, campaign_id, patient_id
    having min(taken_at) between ${since} and ${at}
    on conflict do nothing
    returning campaign_id as "campaignId"`.execute(tx)
  if (rows.length > 0) wake(tx, MARKS, organizationId)
  return rows.map(({ campaignId }) => campaignId)
}
