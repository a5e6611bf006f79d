/** The clinic of one row of the kill suite, and what a row says of its worker. */
import type { BaseServices } from '../../apps/api/src/services.ts'
import type { FreshDatabase } from '../support/postgres.ts'
import type { Outside } from './outside.ts'

export interface Scene {
  readonly store: FreshDatabase
  readonly outside: Outside
  readonly parts: BaseServices
  /** A clinic for this row only, so that a held transaction blocks no other row. */
  readonly organizationId: string
  readonly clinicNumber: string
  readonly phone: string
  /** A lower-case address for this row only. */
  readonly address: string
}

export interface WorkerRow {
  /** The table whose rows the worker leases. */
  readonly queue: string
  /** For one of several rows of a table. */
  readonly name?: string
  /** Another item of a worker that has a row already. */
  readonly isFurther?: true
  /** The column with the end of the lease. */
  readonly until?: string
  readonly scope: 'organization' | 'system'
  /** A condition in SQL that selects the item in its table. */
  item(scene: Scene): string
  /** A condition in SQL that becomes true in the transaction that ends the item. */
  ended(scene: Scene): string
  arrange(scene: Scene): Promise<unknown>
  /** Counts each effect. */
  effects(scene: Scene): Promise<Readonly<Record<string, number>>>
}

export const ofOrganization = ({ organizationId }: Scene) => `organization_id = '${organizationId}'`
export const count = async ({ store }: Scene, from: string) =>
  Number((await store.query<{ times: string }>(`select count(*) as times from ${from}`))[0]?.times)
export const eventsOf = (scene: Scene, type: string) =>
  count(scene, `events where ${ofOrganization(scene)} and type = '${type}'`)
