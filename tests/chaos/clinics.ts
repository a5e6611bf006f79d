/** The two clinics of the world. The names and texts of their patients carry a mark that must never appear elsewhere. */
import { randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import { createDatabase } from '../../apps/api/src/db/database.ts'
import { createLocalAccount } from '../../apps/api/src/modules/session/local-account.ts'
import { DEMO_PASSWORD } from '../support/world.ts'

export interface Clinic {
  readonly id: string
  readonly number: string
  /** A word in each of its patients' names and texts, and nowhere else. */
  readonly mark: string
  readonly staff: readonly string[]
  readonly phones: readonly string[]
}

const phones = (area: string, count: number) =>
  Array.from({ length: count }, (_, index) => `+1${area}557${String(index).padStart(4, '0')}`)

export const CEDAR: Clinic = {
  id: 'org_cedar',
  number: '+15125550100',
  mark: 'Zebracedar',
  staff: ['lena', 'dana', 'sam', 'vera'],
  phones: phones('512', 24),
}
export const LAKESIDE: Clinic = {
  id: 'org_lakeside',
  number: '+16175550100',
  mark: 'Quaggalake',
  staff: ['omar', 'ruth'],
  phones: phones('617', 8),
}
export const CLINICS = [CEDAR, LAKESIDE] as const

/** This user works in both clinics and makes no traffic. */
export const IN_BOTH = 'kim'

export const emailOf = (name: string) => `${name}@demo.test`
export const userIdOf = (name: string) => `usr_${name}`

/** Fills a migrated, empty store. */
export async function populate(url: string): Promise<void> {
  const database = createDatabase({ url, connections: { organizations: 1, system: 1 } })
  const parts = { clock: { now: () => new Date() }, newId: randomUUIDv7 }
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await database.system(async (tx) => {
      for (const name of [...CLINICS.flatMap(({ staff }) => staff), IN_BOTH])
        await createLocalAccount(tx, { id: userIdOf(name), email: emailOf(name), name, password: DEMO_PASSWORD }, parts)
    })
    for (const clinic of CLINICS) await addClinic(owner, clinic)
  } finally {
    await owner.end()
    await database.close()
  }
}

async function addClinic(owner: pg.Client, { id, number, mark, staff, phones }: Clinic): Promise<void> {
  await owner.query(
    `insert into organizations (id, name, type, timezone, sms_number) values ($1, $1, 'medicalGroup', 'America/Chicago', $2)`,
    [id, number],
  )
  await owner.query('insert into organization_heads (organization_id, epoch) values ($1, $2)', [id, randomUUIDv7()])
  for (const name of [...staff, IN_BOTH])
    await owner.query(`insert into members (organization_id, user_id, role) values ($1, $2, 'agent')`, [
      id,
      userIdOf(name),
    ])
  for (const [index, phone] of phones.entries())
    await owner.query(
      `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number) values ($1, $2, $2, 'Ada', $3, $4)`,
      [id, `${id}_${index}`, `${mark} the ${index}th`, phone],
    )
}
