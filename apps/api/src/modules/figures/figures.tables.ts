import type { RequestKind } from '@foyer/contracts/dashboards/metrics.rules.ts'
import type { Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface FigureTables {
  service_requests: ServiceRequestTable
}

declare module '../../db/schema.ts' {
  interface Schema extends FigureTables {}
}

/** A thing that a patient asked for without staff. */
interface ServiceRequestTable {
  organization_id: string
  id: string
  type: RequestKind
  source: 'conversation' | 'visit' | 'form'
  conversation_id: string | null
  appointment_id: string | null
  submission_id: string | null
  patient_id: string | null
  made: Instant
  settled: Instant | null
  /** True if it was settled before the staff wrote. */
  self: Generated<boolean>
}
