import type { Membership } from '@foyer/contracts/organization.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { ChartTabName } from './chart-tabs.rules.ts'

/** The props of every tab of a chart. */
export interface TabProps {
  readonly organization: Membership
  readonly patient: PatientRecord
  readonly now: Date
  /** YYYY-MM-DD in the organization's zone. */
  readonly today: string
  readonly offline: boolean
  /** Takes in the record that a call answers. */
  readonly onSaved: (epoch: string, record: PatientRecord) => void
  readonly onTab: (tab: ChartTabName) => void
}
