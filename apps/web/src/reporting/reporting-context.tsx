import { REPORT_FLUSH_MS } from '@foyer/contracts/defaults.ts'
import { createContext, use, useEffect, useState } from 'react'
import { isReportable } from './reportable.rules.ts'
import type { Reporting } from './reporting.ts'

/** Null if reporting is off. */
export const ReportingContext = createContext<Reporting | null>(null)

/** `none` if nothing is reported, or if the report did not arrive in time. */
export type ReportState =
  | { readonly state: 'none' | 'sending' }
  | { readonly state: 'sent'; readonly reference: string }

/** [SHELL-10..12] Reports the error of a crashed page, and returns the state of the report. */
export function useReportState(error: unknown): ReportState {
  const reporting = use(ReportingContext)
  const reports = reporting !== null && isReportable(error)
  const [state, setState] = useState<ReportState>({ state: reports ? 'sending' : 'none' })

  useEffect(() => {
    if (!reporting || !reports) return setState({ state: 'none' })
    let isShown = true
    const { reference, flush } = reporting.report(error)
    setState({ state: 'sending' })
    void flush(REPORT_FLUSH_MS).then((arrived) => {
      if (isShown) setState(arrived ? { state: 'sent', reference } : { state: 'none' })
    })
    return () => {
      isShown = false
    }
  }, [reporting, reports, error])

  return state
}
