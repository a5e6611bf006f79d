import { REPORT_FLUSH_MS } from '@foyer/contracts/defaults.ts'
import { createContext, use, useEffect, useState } from 'react'
import type { Reporting } from './reporting.ts'
import { isWorthTelling } from './telling.rules.ts'

/** Null while nothing is reported. */
export const ReportingContext = createContext<Reporting | null>(null)

/** `none` where nothing is told, or where it didn't arrive in time. */
export type Told = { readonly state: 'none' | 'telling' } | { readonly state: 'told'; readonly reference: string }

/** [SHELL-10..12] Tells of what a page broke with, and says how far that is. */
export function useTold(error: unknown): Told {
  const reporting = use(ReportingContext)
  const tells = reporting !== null && isWorthTelling(error)
  const [told, setTold] = useState<Told>({ state: tells ? 'telling' : 'none' })

  useEffect(() => {
    if (!reporting || !tells) return setTold({ state: 'none' })
    let isShown = true
    const { reference, flush } = reporting.report(error)
    setTold({ state: 'telling' })
    void flush(REPORT_FLUSH_MS).then((arrived) => {
      if (isShown) setTold(arrived ? { state: 'told', reference } : { state: 'none' })
    })
    return () => {
      isShown = false
    }
  }, [reporting, tells, error])

  return told
}
