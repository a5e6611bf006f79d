import type { Patient } from '@foyer/contracts/inbox/patient.ts'
import type { Tx } from '../../db/tx.ts'

/** The most patients that are listed for one number. */
const MAX = 100

/** [CALL-INBOX-14] */
export async function listPatientsOfNumber(tx: Tx, organizationId: string, phoneNumber: string): Promise<Patient[]> {
  const rows = await tx
    .selectFrom('patients')
    .select(['id', 'import_id', 'first_name', 'last_name', 'birthdate', 'mrn'])
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', phoneNumber)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(MAX)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    patientImportId: row.import_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    phoneNumber,
    birthdate: row.birthdate,
    mrn: row.mrn,
  }))
}
