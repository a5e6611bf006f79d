/** The names of the patients whom audit rows name by ids. */
import type { AuditEntry } from '@foyer/contracts/main/audit.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

type Subject = AuditEntry['subject']
type Patients = AuditEntry['patients']

/** A row that changes hundreds of conversations names the first patients only. */
const SHOWN_MAX = 3

interface Named {
  /** The id in the row, of a conversation, a patient or an import. */
  readonly ref: string
  readonly id: string
  readonly name: string
}

/** Reads the patients of a page in one statement, and returns those of a row. */
export async function findNamedPatients(
  tx: Tx,
  organizationId: string,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => Patients> {
  const conversations = unique(subjects.flatMap(conversationsIn))
  const patients = unique(subjects.flatMap(patientsIn))
  const imports = unique(subjects.flatMap(importsIn))
  if (conversations.length + patients.length + imports.length === 0) return () => []
  const name = sql`concat_ws(' ', p.first_name, p.last_name)`
  const { rows } = await sql<Named>`
    select c.id as ref, p.id, ${name} as name from conversations as c
    join patients as p on p.organization_id = c.organization_id and p.id = c.patient_id
    where c.organization_id = ${organizationId} and c.id = any(${conversations}::text[])
    union all
    select p.id, p.id, ${name} from patients as p
    where p.organization_id = ${organizationId} and p.id = any(${patients}::text[])
    union all
    select p.import_id, p.id, ${name} from patients as p
    where p.organization_id = ${organizationId} and p.import_id = any(${imports}::text[])`.execute(tx)
  const byRef = new Map(rows.map(({ ref, id, name }) => [ref, { _id: id, name: name.trim() }]))
  return (subject) => {
    const refs = [...patientsIn(subject), ...importsIn(subject), ...conversationsIn(subject)]
    const named = refs.flatMap((ref) => byRef.get(ref) ?? []).filter((patient) => patient.name !== '')
    return [...new Map(named.map((patient) => [patient._id, patient])).values()].slice(0, SHOWN_MAX)
  }
}

const idsIn =
  (...fields: readonly string[]) =>
  (subject: Subject): string[] =>
    fields.flatMap((field) => subject[field] ?? []).slice(0, SHOWN_MAX)
const conversationsIn = idsIn('conversationId', 'conversationIds')
const patientsIn = idsIn('patientId', 'patientIds')
const importsIn = idsIn('patientImportId', 'patientImportIds')

const unique = (ids: readonly string[]) => [...new Set(ids)]
