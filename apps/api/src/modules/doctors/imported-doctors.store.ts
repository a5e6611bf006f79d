/** Finds and adds the doctors of a spreadsheet's rows, set by set. */
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { DoctorState } from './doctor-state.rules.ts'
import { npiLock } from './doctor-writes.store.ts'
import type { NamedDoctor } from './named-doctors.rules.ts'

export interface FoundDoctor {
  readonly id: string
  readonly npi: string | null
  readonly firstName: string
  readonly lastName: string
  readonly specialty: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly bio: string | null
  readonly languages: readonly string[]
  readonly address: string | null
  readonly department: string | null
}

export interface WantedDoctor {
  readonly npi: string
  readonly firstName: string
  readonly lastName: string
}

/** The doctors with these NPIs, archived ones too, and those of these names who have none. */
export async function findImportedDoctors(
  tx: Tx,
  organizationId: string,
  wanted: readonly WantedDoctor[],
): Promise<FoundDoctor[]> {
  // An organization has hundreds of doctors at most, so the names are compared with all of them.
  const { rows } = await sql<FoundDoctor>`
    with wanted as (
      select npi, fold_name("firstName") as first, fold_name("lastName") as last
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (npi text, "firstName" text, "lastName" text)
    )
    select d.id, d.npi, d.first_name as "firstName", d.last_name as "lastName", d.specialty, d.email, d.phone, d.bio,
      d.languages, d.address, departments.name as department
    from doctors as d
    left join departments on departments.organization_id = d.organization_id and departments.id = d.department_id
    where d.organization_id = ${organizationId} and (
      d.npi in (select npi from wanted)
      or d.npi is null and d.archived_at is null
        and (fold_name(d.first_name), fold_name(d.last_name)) in (select first, last from wanted)
    )
    order by d.id`.execute(tx)
  return rows
}

/** All doctors of the organization by their names: hundreds at most. */
export async function listNamed(tx: Tx, organizationId: string): Promise<NamedDoctor[]> {
  const { rows } = await sql<NamedDoctor>`
    select id, npi, first_name as "firstName", last_name as "lastName", name, archived_at is not null as archived
    from doctors where organization_id = ${organizationId} order by id`.execute(tx)
  return rows
}

/** Keeps NPIs that no doctor has free until the transaction ends. The caller has locked the doctors that it knows. */
export async function claimNpis(tx: Tx, organizationId: string, npis: readonly string[]): Promise<void> {
  const locks = [...new Set(npis)].sort().map((npi) => npiLock(organizationId, npi))
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) as name`.execute(tx)
}

/** The departments, by the names as they are asked for, in any case of letters. Those that are missing are added. */
export async function haveDepartments(
  tx: Tx,
  organizationId: string,
  departments: readonly { readonly id: string; readonly name: string }[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  if (departments.length === 0) return new Map()
  const sorted = departments.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const given = sql`unnest(${sorted.map(({ id }) => id)}::text[], ${sorted.map(({ name }) => name)}::text[]) as given (id, name)`
  const [, { rows }] = await Promise.all([
    sql`
      insert into departments (organization_id, id, name) select ${organizationId}, id, name from ${given}
      on conflict (organization_id, lower(name)) do nothing`.execute(tx),
    sql<{ asked: string; id: string; name: string }>`
      select given.name as asked, departments.id, departments.name from ${given}
      join departments on departments.organization_id = ${organizationId} and lower(departments.name) = lower(given.name)`.execute(
      tx,
    ),
  ])
  return new Map(rows.map(({ asked, id, name }) => [asked, { id, name }]))
}

/** Sent without waiting: a failure fails the transaction. */
export function insertDoctors(
  tx: Tx,
  organizationId: string,
  doctors: readonly Omit<DoctorState, 'visitsAhead'>[],
): void {
  if (doctors.length === 0) return
  const rows = doctors.map((one) => ({
    ...{ id: one._id, first_name: one.firstName, last_name: one.lastName, name: one.name, npi: one.npi },
    ...{ specialty: one.specialty, bio: one.bio, languages: one.languages, phone: one.phone, email: one.email },
    ...{ address: one.address, department_id: one.departmentId, version: one.version },
  }))
  const insert = sql`
    insert into doctors (organization_id, id, first_name, last_name, name, npi, specialty, bio, languages, phone, email,
      address, department_id, version)
    select ${organizationId}, id, first_name, last_name, name, npi, specialty, bio, languages, phone, email, address,
      department_id, version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id text, first_name text, last_name text, name text,
      npi text, specialty text, bio text, languages text[], phone text, email text, address text, department_id text,
      version bigint)`
  sendUnawaited(tx, { compile: () => insert.compile(tx) })
}
