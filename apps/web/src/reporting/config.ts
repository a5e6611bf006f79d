import { type ReportAddress, reportAddress } from '@foyer/contracts/report-address.rules.ts'

/** [OPEN-085] What the build was told about reporting. */
export interface ReportingConfig {
  readonly dsn: string
  readonly address: ReportAddress
  /** Where envelopes are posted: the tunnel of this site, or the service itself. [RULE-20] */
  readonly postTo: string
  /** [CONST-21] */
  readonly environment: string
  /** Of the page loads, the share whose changes of page are measured: 0 to 1. */
  readonly tracesShare: number
}

/** The public settings, by the names under which a build takes them. */
export type PublicSettings = Readonly<
  Partial<Record<`VITE_ERROR_REPORTING_${'DSN' | 'TUNNEL' | 'ENVIRONMENT' | 'TRACES'}`, string>>
>

/** [RULE-22] Null where there is no address to report to, or none that can be one: then nothing of this exists. */
export function reportingConfig(settings: PublicSettings): ReportingConfig | null {
  const { VITE_ERROR_REPORTING_DSN: dsn = '', VITE_ERROR_REPORTING_TUNNEL: tunnel } = settings
  const address = reportAddress(dsn)
  if (address === null) return null
  const share = Number(settings.VITE_ERROR_REPORTING_TRACES)
  return {
    dsn,
    address,
    postTo: tunnel || address.endpoint,
    environment: settings.VITE_ERROR_REPORTING_ENVIRONMENT || 'production',
    tracesShare: share > 0 && share <= 1 ? share : 0,
  }
}
