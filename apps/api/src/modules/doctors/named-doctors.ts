/** The doctors whom other systems name, found or added. */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { claimNpis, insertDoctors, listNamed } from './imported-doctors.store.ts'
import { type DoctorName, doctorNamed, type NamedDoctor, partsOf, shownNameOf } from './named-doctors.rules.ts'
import { newDoctor } from './provider-values.rules.ts'

interface Adding {
  readonly organizationId: string
  readonly version: number
  newId(): string
}

/**
 * The doctors of these names. Those whom the organization doesn't have are added with the names as they are written. Of two
 * transactions that name the same new doctor one adds it.
 */
export async function haveDoctors(
  tx: Tx,
  { organizationId, version, newId }: Adding,
  names: readonly DoctorName[],
): Promise<readonly NamedDoctor[]> {
  if (names.length === 0) return []
  // Sent together; the store takes the locks before it reads.
  const [, , doctors] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['doctor names', organizationId])}, 0))`.execute(
      tx,
    ),
    claimNpis(
      tx,
      organizationId,
      names.flatMap(({ npi }) => npi ?? []),
    ),
    listNamed(tx, organizationId),
  ])
  const known: NamedDoctor[] = [...doctors]
  const found = names.map((named) => {
    const doctor = doctorNamed(known, named)
    if (doctor) return doctor
    const added = {
      id: newId(),
      npi: named.npi,
      ...partsOf(named.name),
      name: shownNameOf(named.name),
      archived: false,
    }
    known.push(added)
    return added
  })
  const added = known.slice(doctors.length).map(({ id, npi, firstName, lastName, name }) => ({
    ...newDoctor(organizationId, id, version),
    ...{ npi, firstName, lastName, name },
  }))
  insertDoctors(tx, organizationId, added)
  return found
}
