/** The ledger of consent changes. */
import type { ConsentEntry } from '@foyer/contracts/patients/chart-calls.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { ChangeSet } from '../../events/append.ts'
import { FORMER } from '../organizations/organizations.ts'
import { lockPatientsOfNumber, stagePatientEvents } from '../patients/patients.ts'
import type { Consent } from './consent.store.ts'
import { isOptOutByStaff } from './own-opt-out.rules.ts'

interface NumberOf {
  readonly organizationId: string
  readonly phoneNumber: string
}

export interface ConsentChange extends NumberOf {
  readonly was: Consent['smsStatus']
  readonly becomes: Consent['smsStatus']
  readonly how: ConsentEntry['how']
  readonly note?: string
  /** Null: the patient or the carrier. */
  readonly by: string | null
  readonly at: Date
}

type StagedPatients = ReturnType<typeof stagePatientEvents>

/**
 * Writes a change of consent to the ledger and locks the patients of the number, who show it. Returns their events, to be
 * appended after the change. The caller has saved the consent and holds the locks of the number and of its conversations.
 */
export async function stageConsent(tx: Tx, change: ConsentChange): Promise<StagedPatients> {
  sendUnawaited(
    tx,
    tx.insertInto('consent_changes').values({
      organization_id: change.organizationId,
      phone_number: change.phoneNumber,
      at: change.at,
      was: change.was,
      becomes: change.becomes,
      how: change.how,
      note: change.note ?? '',
      user_id: change.by,
    }),
  )
  return stagePatientsOfNumber(tx, change, change.at)
}

/** Does the same for a caller that needs no records. */
export async function recordConsent(tx: Tx, change: ConsentChange): Promise<ChangeSet[]> {
  return (await stageConsent(tx, change)).changes
}

/**
 * Notes that a patient stopped texts themselves on a number that staff had opted out already. From then on only the patient
 * may take the opt-out back. An opt-out that was the patient's own before is not noted again.
 */
export async function recordOwnOptOut(
  tx: Tx,
  { how, ...number }: NumberOf & Pick<ConsentChange, 'at'> & { readonly how: 'text' | 'carrier' },
): Promise<ChangeSet[]> {
  const [newest] = await listConsentChanges(tx, number, 1)
  if (!isOptOutByStaff(newest)) return []
  return recordConsent(tx, { ...number, was: 'opted_out', becomes: 'opted_out', how, by: null })
}

async function stagePatientsOfNumber(tx: Tx, { organizationId, phoneNumber }: NumberOf, now: Date) {
  const patientIds = await lockPatientsOfNumber(tx, organizationId, phoneNumber)
  return stagePatientEvents(tx, { organizationId, patientIds, now })
}

/** Locks the patients of a number and returns their events, for a request of theirs that their records show. */
export async function tellPatientsOfNumber(tx: Tx, number: NumberOf, now: Date): Promise<ChangeSet[]> {
  return (await stagePatientsOfNumber(tx, number, now)).changes
}

/** More than a number ever changes its consent. */
const NEWEST = 200

/** The newest first. */
export async function listConsentChanges(
  tx: Tx,
  { organizationId, phoneNumber }: NumberOf,
  limit = NEWEST,
): Promise<ConsentEntry[]> {
  const rows = await tx
    .selectFrom('consent_changes as change')
    .leftJoin('known_staff as staff', (join) =>
      join.onRef('staff.organization_id', '=', 'change.organization_id').onRef('staff.user_id', '=', 'change.user_id'),
    )
    .select(['change.id', 'change.at', 'change.was', 'change.becomes', 'change.how', 'change.note', 'change.user_id'])
    .select('staff.name')
    .where('change.organization_id', '=', organizationId)
    .where('change.phone_number', '=', phoneNumber)
    .orderBy('change.at', 'desc')
    .orderBy('change.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    _id: String(row.id),
    at: row.at.toISOString(),
    from: row.was,
    to: row.becomes,
    how: row.how,
    note: row.note,
    user: row.user_id,
    userName: row.user_id === null ? null : (row.name ?? FORMER),
  }))
}
