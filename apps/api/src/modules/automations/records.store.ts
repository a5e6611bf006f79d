/** The records of an organization that automations name: staff, doctors, campaigns, chatbots and templates. */
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import type { Names } from '@foyer/contracts/automations/facts.rules.ts'
import type { LintRecords } from '@foyer/contracts/automations/finding.rules.ts'
import { recordsNamed } from '@foyer/contracts/automations/lint-records.rules.ts'
import { type CampaignType, campaignTypes } from '@foyer/contracts/campaign/steps.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export interface Records {
  readonly staff: readonly Named[]
  readonly doctors: readonly Named[]
  readonly campaigns: readonly Named[]
  readonly flows: readonly Named[]
  readonly templates: readonly (Named & {
    readonly type: CampaignType
    readonly subject: string | null
    readonly text: string
  })[]
}

interface Row extends Named {
  readonly kind: keyof Records
  readonly type: CampaignType | null
  readonly subject: string | null
  readonly text: string | null
}

/** The most records of a kind that the wizard offers. */
const OFFERED_MAX = 500

/** Those with these ids; `offered`: all that a new definition may name. */
export async function readRecords(
  tx: Tx,
  organizationId: string,
  ids: readonly string[] | 'offered',
): Promise<Records> {
  if (ids !== 'offered' && ids.length === 0) return { staff: [], doctors: [], campaigns: [], flows: [], templates: [] }
  const among = (id: string) => (ids === 'offered' ? sql`true` : sql`${sql.ref(id)} = any(${[...ids]}::text[])`)
  const present = ids === 'offered' ? sql`archived_at is null` : sql`true`
  const isThere = ids === 'offered' ? sql`status = 'live'` : sql`status <> 'archived'`
  const some = sql`limit ${sql.lit(OFFERED_MAX)}`
  const { rows } = await sql<Row>`
    (select 'staff' as kind, user_id as id, name, null as type, null as subject, null as text from staff
      where organization_id = ${organizationId} and ${among('user_id')} order by name, user_id ${some})
    union all (select 'doctors', id, name, null, null, null from doctors
      where organization_id = ${organizationId} and ${among('id')} and ${present} order by name, id ${some})
    union all (select 'campaigns', id, name, null, null, null from campaigns
      where organization_id = ${organizationId} and ${among('id')} and deleted_at is null
      order by created_at desc, id desc ${some})
    union all (select 'flows', id, coalesce(published_name, name), null, null, null from chatbot_flows
      where organization_id = ${organizationId} and ${among('id')} and ${isThere}
      order by start_order, id ${some})
    union all (select 'templates', id, name, type, subject, content from notifier_templates
      where organization_id = ${organizationId} and ${among('id')} order by name, id ${some})`.execute(tx)
  const of = (kind: keyof Records) => rows.flatMap((row) => (row.kind === kind ? [{ id: row.id, name: row.name }] : []))
  const templates = rows.flatMap(({ kind, id, name, type, subject, text }) =>
    kind === 'templates' ? [{ id, name, type: type ?? campaignTypes[0], subject, text: text ?? '' }] : [],
  )
  const named = { staff: of('staff'), doctors: of('doctors'), campaigns: of('campaigns'), flows: of('flows') }
  return { ...named, templates }
}

export function namesOf(records: Records): Names {
  return Object.fromEntries(
    Object.values(records).flatMap((all: readonly Named[]) => all.map(({ id, name }) => [id, name])),
  )
}

export function lintRecordsOf({ staff, doctors, campaigns, flows, templates }: Records): LintRecords {
  const ids = (all: readonly Named[]) => all.map(({ id }) => id)
  return { staff: ids(staff), doctors: ids(doctors), campaigns: ids(campaigns), flows: ids(flows), templates }
}

/** The ids of all records that definitions name. */
export function idsNamed(definitions: readonly (Definition | null)[]): readonly string[] {
  const named = definitions.flatMap((one) => (one === null ? [] : recordsNamed(one)))
  return [...new Set(named.map(({ id }) => id))]
}

/** The names of kinds of visits, places and insurances that are in use. */
export interface NamesInUse {
  readonly visitTypes: readonly string[]
  readonly locations: readonly string[]
  readonly insurances: readonly string[]
}

/** Places and insurances are those of the newest rows, so that the time does not grow with the clinic. */
const LOOKED_AT = 2000
const NAMES_MAX = 100

export async function readNamesInUse(tx: Tx, organizationId: string): Promise<NamesInUse> {
  const { rows } = await sql<{ of: keyof NamesInUse; name: string }>`
    with recursive types (name) as (
      (select type from appointments where organization_id = ${organizationId} order by type limit 1)
      union all
      select (select type from appointments where organization_id = ${organizationId} and type > types.name
        order by type limit 1)
      from types where types.name is not null
    )
    (select 'visitTypes' as of, name from types where name <> '' limit ${sql.lit(NAMES_MAX)})
    union all (select distinct 'locations', location from (
      select location from appointments where organization_id = ${organizationId}
      order by starts_at desc limit ${sql.lit(LOOKED_AT)}
    ) as newest where location <> '' order by 2 limit ${sql.lit(NAMES_MAX)})
    union all (select distinct 'insurances', insurance_type from (
      select insurance_type from patients where organization_id = ${organizationId} and insurance_type <> ''
      limit ${sql.lit(LOOKED_AT)}
    ) as found order by 2 limit ${sql.lit(NAMES_MAX)})`.execute(tx)
  const of = (kind: keyof NamesInUse) => rows.flatMap((row) => (row.of === kind ? [row.name] : []))
  return { visitTypes: of('visitTypes'), locations: of('locations'), insurances: of('insurances') }
}
