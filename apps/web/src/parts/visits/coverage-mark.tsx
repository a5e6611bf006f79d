import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { clsx } from 'clsx'
import { Clock, ShieldCheck } from 'lucide-react'

/** How a patient pays, of a visit or of the patient's record. */
export function CoverageMark({
  of: { cashPay, eligible, insuranceType },
}: {
  of: Pick<Appointment, 'cashPay' | 'eligible' | 'insuranceType'>
}) {
  if (cashPay) return 'Cash pay'
  const Icon = eligible ? ShieldCheck : Clock
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span
        className={clsx('inline-flex items-center gap-1 font-medium', eligible ? 'text-ok-text' : 'text-warn-text')}
      >
        <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
        {eligible ? 'Eligible' : 'Check'}
      </span>
      {insuranceType !== null && <span className="text-xs wrap-anywhere text-muted">{insuranceType}</span>}
    </span>
  )
}
