import { type ReportAddress, reportAddress } from '@foyer/contracts/report-address.rules.ts'

/** [OPEN-085] The reporting settings of the build. */
export interface ReportingConfig {
  readonly dsn: string
  readonly address: ReportAddress
  /** The address for envelopes: this site's tunnel, or the service itself. [RULE-20] */
  readonly postTo: string
  /** [CONST-21] The environment that reports name. */
  readonly environment: string
  /** The share of page loads whose navigations are measured: 0 to 1. */
  readonly tracesShare: number
}

/** The public settings, by their names in the build. */
export type PublicSettings = Readonly<
  Partial<Record<`VITE_ERROR_REPORTING_${'DSN' | 'TUNNEL' | 'ENVIRONMENT' | 'TRACES'}`, string>>
>

/** [RULE-22] Returns null if the address to report to is missing or invalid: then nothing is reported. */
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
